import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Planned } from './statement.ts'

/** The most plans kept for one schema; the least recently used one is dropped. */
export const KEPT_PLANS_MAX = 500

/** Operators that pass their value to PostgreSQL as it is. */
const SLOT = /^([A-Za-z_]\w*)=((?:not\.)?(?:eq|neq|gt|gte|lt|lte)\.)([\w.:@-]*)$/
const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or'],
])

/** A placeholder for a value while a plan is made. The plan of a request that contains it is not kept. */
const stand = (place: number) => `\u{10fffd}basalt value ${place}`

/** A query's plan, and the rest of its parameters. */
export interface Made {
  planned: Planned
  /** Rows to skip. */
  offset: number
}

interface Kept extends Made {
  /** For each value of the plan, its index among the request's values; undefined for a constant. */
  slots: readonly (number | undefined)[]
}

const kept = new WeakMap<SchemaCache, Map<string, Kept>>()

/**
 * Plans a query once for all query strings that differ only in the values of simple filters, such as `id=eq.5`: an app
 * has a handful of those. `key` holds everything else that the plan depends on; `make` plans a query string, and its
 * errors are passed on.
 */
export function planOnce(
  cache: SchemaCache,
  key: string,
  search: string,
  make: (search: string) => Made,
): Made {
  const { shape, values } = shapeOf(search)
  const plans = kept.get(cache) ?? new Map<string, Kept>()
  kept.set(cache, plans)
  const name = `${key}\0${shape}`
  const known = plans.get(name) ?? prepared(shape, values.length, make)
  if (!known) return make(search)
  plans.delete(name)
  plans.set(name, known)
  if (plans.size > KEPT_PLANS_MAX) plans.delete(plans.keys().next().value!)
  return {
    offset: known.offset,
    planned: {
      text: known.planned.text,
      values: known.planned.values.map((value, place) => {
        const slot = known.slots[place]
        return slot === undefined ? value : values[slot]
      }),
    },
  }
}

const GAP = '\u0001'

/** The query string with gaps where values were. */
export function shapeOf(search: string): { shape: string; values: string[] } {
  const values: string[] = []
  const shape = search
    .split('&')
    .map((pair) => {
      const [, name = '', operator = '', value] = SLOT.exec(pair) ?? []
      if (value === undefined || RESERVED.has(name)) return pair
      values.push(value)
      return `${name}=${operator}${GAP}`
    })
    .join('&')
  return { shape, values }
}

/** Undefined when the plan depends on the values, or there is none. */
function prepared(shape: string, count: number, make: (search: string) => Made): Kept | undefined {
  let place = 0
  let made: Made
  try {
    made = make(shape.replaceAll(GAP, () => encodeURIComponent(stand(place++))))
  } catch {
    // Planned again with the real values, so that the error names them.
    return undefined
  }
  const stands = new Map(Array.from({ length: count }, (_, slot) => [stand(slot), slot]))
  const slots = made.planned.values.map((value) =>
    typeof value === 'string' ? stands.get(value) : undefined,
  )
  const found = slots.filter((slot) => slot !== undefined)
  const isWhole = place === count && new Set(found).size === count && found.length === count
  return isWhole ? { ...made, slots } : undefined
}
