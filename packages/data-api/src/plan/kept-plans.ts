import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Planned } from './statement.ts'

/** Plans that are kept for one schema; the one that was not used for longest makes room. */
export const KEPT_PLANS_MAX = 500

/** Operators that hand their value to PostgreSQL as it is. */
const SLOT = /^([A-Za-z_]\w*)=((?:not\.)?(?:eq|neq|gt|gte|lt|lte)\.)([\w.:@-]*)$/
const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or'],
])

/** Stands for a value while a plan is made; no request says it, and if one does, its plan is not kept. */
const stand = (place: number) => `\u{10fffd}basalt value ${place}`

/** A plan of a query, and what its parameters say besides. */
export interface Made {
  planned: Planned
  /** Rows that are passed over. */
  offset: number
}

interface Kept extends Made {
  /** For each value of the plan, which of the request's it is; undefined where it is the same in every request. */
  slots: readonly (number | undefined)[]
}

const kept = new WeakMap<SchemaCache, Map<string, Kept>>()

/**
 * Plans a query once for all query strings that differ only in the values of simple filters, such as `id=eq.5`: an app
 * has a handful of those. `key` says what the plan depends on besides; `make` plans a query string, and what it throws
 * is thrown.
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

/** Undefined where the plan would be another for other values, or there is none. */
function prepared(shape: string, count: number, make: (search: string) => Made): Kept | undefined {
  let place = 0
  let made: Made
  try {
    made = make(shape.replaceAll(GAP, () => encodeURIComponent(stand(place++))))
  } catch {
    // Made again with the values themselves, so that the error names them.
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
