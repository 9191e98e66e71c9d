/** What a server reports of its settings, as ParameterStatus: names as it writes them. Never changed once made. */
export type Parameters = ReadonlyMap<string, string>

/** Thousands of connections report the same few sets of values; each is kept once and compared by identity. */
const REMEMBERED_MAX = 1_000
const remembered = new Map<string, Parameters>()

export const NO_PARAMETERS: Parameters = new Map()

/** The same parameters but for one. */
export function withParameter(parameters: Parameters, name: string, value: string): Parameters {
  if (parameters.get(name) === value) return parameters
  const changed = new Map(
    [...parameters, [name, value] as const].sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  const key = JSON.stringify([...changed])
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  remembered.set(key, changed)
  return changed
}

/** Those whose value is another one, or new, in `to`. */
export function* changedParameters(from: Parameters, to: Parameters): Generator<[string, string]> {
  if (from === to) return
  for (const [name, value] of to) if (from.get(name) !== value) yield [name, value]
}
