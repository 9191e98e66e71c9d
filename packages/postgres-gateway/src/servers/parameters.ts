/** The settings that a server reports by ParameterStatus, by their reported names. Never modified. */
export type Parameters = ReadonlyMap<string, string>

/** Thousands of connections report the same few sets of values; each is stored once and compared by identity. */
const CACHED_MAX = 1_000
const cached = new Map<string, Parameters>()

export const NO_PARAMETERS: Parameters = new Map()

/** The same parameters with one value changed. */
export function withParameter(parameters: Parameters, name: string, value: string): Parameters {
  if (parameters.get(name) === value) return parameters
  const changed = new Map(
    [...parameters, [name, value] as const].sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  const key = JSON.stringify([...changed])
  const known = cached.get(key)
  if (known) return known
  if (cached.size >= CACHED_MAX) cached.clear()
  cached.set(key, changed)
  return changed
}

/** The parameters of `to` that are new or have another value. */
export function* changedParameters(from: Parameters, to: Parameters): Generator<[string, string]> {
  if (from === to) return
  for (const [name, value] of to) if (from.get(name) !== value) yield [name, value]
}
