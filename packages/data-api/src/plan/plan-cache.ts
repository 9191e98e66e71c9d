import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Planned } from './statement.ts'

/** The most cached plans per schema; the least recently used is dropped. */
export const CACHED_PLANS_MAX = 500

/** A filter whose operator passes its value to PostgreSQL unchanged. */
const SLOT = /^([A-Za-z_]\w*)=((?:not\.)?(?:eq|neq|gt|gte|lt|lte)\.)([\w.:@-]*)$/
/** An argument of a function whose value cannot be mistaken for a filter. */
const ARGUMENT = /^([A-Za-z_]\w*)=()(-?\d+\.\d+|[\w:@-]*)$/
const RESERVED: ReadonlySet<string> = new Set([
  ...['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or'],
])

/** A placeholder for a value while a plan is made. The plan of a request that contains it is not cached. */
const placeholder = (index: number) => `\u{10fffd}basalt value ${index}`

/** The parts of a request besides the key of its plan. */
export interface PlanInput {
  search: string
  /** Rows to write, or arguments; becomes a single value of the statement. */
  body?: string | Uint8Array | undefined
}

interface CachedPlan<M> {
  made: M
  /** For each value of the plan, its index among the request's values; undefined for a constant. */
  slots: readonly (number | undefined)[]
}

const cachedPlans = new WeakMap<SchemaCache, Map<string, CachedPlan<{ planned: Planned }>>>()

/**
 * Plans a request, or reuses the plan of one that differed only in the values of simple filters such as `id=eq.5`, in
 * arguments, and in the body: an app sends a handful of such shapes. `key` holds everything else that the plan depends on.
 * Throws the errors of `make`.
 */
export function planOnce<M extends { planned: Planned }>(
  cache: SchemaCache,
  key: string,
  input: PlanInput,
  make: (input: PlanInput) => M,
  { hasArguments = false } = {},
): M {
  const { shape, values } = shapeOf(input.search, hasArguments)
  const plans = (cachedPlans.get(cache) ?? new Map()) as Map<string, CachedPlan<M>>
  cachedPlans.set(cache, plans)
  const hasBody = input.body !== undefined
  const name = `${key}\0${hasBody}\0${shape}`
  const known = plans.get(name) ?? prepared(shape, values.length, hasBody, make)
  if (!known) return make(input)
  plans.delete(name)
  plans.set(name, known)
  if (plans.size > CACHED_PLANS_MAX) plans.delete(plans.keys().next().value!)
  const given = hasBody ? [...values, input.body] : values
  const { text, values: planned } = known.made.planned
  const filled = planned.map((value, place) => {
    const slot = known.slots[place]
    return slot === undefined ? value : given[slot]
  })
  return { ...known.made, planned: { text, values: filled } }
}

const GAP = '\u0001'

/** The query string with gaps for the values, and the values. */
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

/** A plan for any values; undefined when the plan depends on them, or fails. */
function prepared<M extends { planned: Planned }>(
  shape: string,
  count: number,
  hasBody: boolean,
  make: (input: PlanInput) => M,
): CachedPlan<M> | undefined {
  let gaps = 0
  const search = shape.replaceAll(GAP, () => encodeURIComponent(placeholder(gaps++)))
  let made: M
  try {
    made = make({ search, body: hasBody ? placeholder(count) : undefined })
  } catch {
    // Planned again with the real values, so that the error names them.
    return undefined
  }
  const total = hasBody ? count + 1 : count
  const placeholders = new Map(Array.from({ length: total }, (_, slot) => [placeholder(slot), slot]))
  const slots = made.planned.values.map((value) =>
    typeof value === 'string' ? placeholders.get(value) : undefined,
  )
  const found = slots.filter((slot) => slot !== undefined)
  const isComplete = gaps === count && new Set(found).size === total && found.length === total
  return isComplete ? { made, slots } : undefined
}
