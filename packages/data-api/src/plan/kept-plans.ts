import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Planned } from './statement.ts'

/** The most plans kept for one schema; the least recently used one is dropped. */
export const KEPT_PLANS_MAX = 500

/** Operators that pass their value to PostgreSQL as it is. */
const SLOT = /^([A-Za-z_]\w*)=((?:not\.)?(?:eq|neq|gt|gte|lt|lte)\.)([\w.:@-]*)$/
/** An argument of a function whose value cannot be taken for an operator with its value. */
const ARGUMENT = /^([A-Za-z_]\w*)=()(-?\d+\.\d+|[\w:@-]*)$/
const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or'],
])

/** A placeholder for a value while a plan is made. The plan of a request that contains it is not kept. */
const stand = (place: number) => `\u{10fffd}basalt value ${place}`

/** What a request says besides the key of its plan. */
export interface Said {
  search: string
  /** What becomes one value of the statement as a whole: rows to write, or arguments. */
  body?: string | Uint8Array | undefined
}

interface Kept<M> {
  made: M
  /** For each value of the plan, its index among the request's values; undefined for a constant. */
  slots: readonly (number | undefined)[]
}

const kept = new WeakMap<SchemaCache, Map<string, Kept<{ planned: Planned }>>>()

/**
 * Plans a request once for all requests that differ only in the values of simple filters, such as `id=eq.5`, in
 * arguments, and in the body: an app has a handful of those. `key` holds everything else that the plan depends on; the
 * errors of `make` are passed on.
 */
export function planOnce<M extends { planned: Planned }>(
  cache: SchemaCache,
  key: string,
  said: Said,
  make: (said: Said) => M,
  { hasArguments = false } = {},
): M {
  const { shape, values } = shapeOf(said.search, hasArguments)
  const plans = (kept.get(cache) ?? new Map()) as Map<string, Kept<M>>
  kept.set(cache, plans)
  const hasBody = said.body !== undefined
  const name = `${key}\0${hasBody}\0${shape}`
  const known = plans.get(name) ?? prepared(shape, values.length, hasBody, make)
  if (!known) return make(said)
  plans.delete(name)
  plans.set(name, known)
  if (plans.size > KEPT_PLANS_MAX) plans.delete(plans.keys().next().value!)
  const given = hasBody ? [...values, said.body] : values
  const { text, values: planned } = known.made.planned
  const filled = planned.map((value, place) => {
    const slot = known.slots[place]
    return slot === undefined ? value : given[slot]
  })
  return { ...known.made, planned: { text, values: filled } }
}

const GAP = '\u0001'

/** The query string with gaps where values were. */
export function shapeOf(search: string, hasArguments = false): { shape: string; values: string[] } {
  const values: string[] = []
  const shape = search
    .split('&')
    .map((pair) => {
      const found = SLOT.exec(pair) ?? (hasArguments ? ARGUMENT.exec(pair) : null)
      const [, name = '', operator = '', value] = found ?? []
      if (value === undefined || RESERVED.has(name)) return pair
      values.push(value)
      return `${name}=${operator}${GAP}`
    })
    .join('&')
  return { shape, values }
}

/** Undefined when the plan depends on the values, or there is none. */
function prepared<M extends { planned: Planned }>(
  shape: string,
  count: number,
  hasBody: boolean,
  make: (said: Said) => M,
): Kept<M> | undefined {
  let place = 0
  const search = shape.replaceAll(GAP, () => encodeURIComponent(stand(place++)))
  let made: M
  try {
    made = make({ search, body: hasBody ? stand(count) : undefined })
  } catch {
    // Planned again with the real values, so that the error names them.
    return undefined
  }
  const wanted = hasBody ? count + 1 : count
  const stands = new Map(Array.from({ length: wanted }, (_, slot) => [stand(slot), slot]))
  const slots = made.planned.values.map((value) =>
    typeof value === 'string' ? stands.get(value) : undefined,
  )
  const found = slots.filter((slot) => slot !== undefined)
  const isWhole = place === count && new Set(found).size === wanted && found.length === wanted
  return isWhole ? { made, slots } : undefined
}
