/**
 * A JSON-logic expression over what is known of a resource and of who asks: `{"==": [{"var": "a.b"}, {"var": "c"}]}`.
 * Only the operators that permissions use.
 */
export type Condition =
  | string
  | number
  | boolean
  | null
  | { var: string }
  | { '==': [Condition, Condition] }
  | { '!=': [Condition, Condition] }
  | { and: Condition[] }
  | { or: Condition[] }
  | { '!': Condition }

export type ConditionData = Readonly<Record<string, unknown>>

/** What an expression comes to; a variable that is not there is undefined, which equals nothing but itself. */
export function evaluate(condition: Condition, data: ConditionData): unknown {
  if (condition === null || typeof condition !== 'object') return condition
  const value = (inner: Condition) => evaluate(inner, data)
  if ('var' in condition) return lookUp(condition.var, data)
  if ('==' in condition) return value(condition['=='][0]) === value(condition['=='][1])
  if ('!=' in condition) return value(condition['!='][0]) !== value(condition['!='][1])
  if ('and' in condition) return condition.and.every((inner) => value(inner) === true)
  if ('or' in condition) return condition.or.some((inner) => value(inner) === true)
  return value(condition['!']) !== true
}

const lookUp = (path: string, data: ConditionData) =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
          ? (inner as Record<string, unknown>)[key]
          : undefined,
      data,
    )

/** Whether a permission's condition holds; one without a condition always does. */
export const holds = (condition: Condition, data: ConditionData) =>
  condition === null || evaluate(condition, data) === true
