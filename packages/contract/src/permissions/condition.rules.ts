/**
 * A JsonLogic expression over a resource and the caller: `{"==": [{"var": "a.b"}, {"var": "c"}]}`. Has only the operators
 * that permissions use.
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

/** The value of an expression. A missing variable is undefined, which only equals undefined. */
export function evaluate(condition: Condition, data: ConditionData): unknown {
  if (condition === null || typeof condition !== 'object') return condition
  const value = (inner: Condition) => evaluate(inner, data)
  if ('var' in condition) return resolve(condition.var, data)
  if ('==' in condition) return value(condition['=='][0]) === value(condition['=='][1])
  if ('!=' in condition) return value(condition['!='][0]) !== value(condition['!='][1])
  if ('and' in condition) return condition.and.every((inner) => value(inner) === true)
  if ('or' in condition) return condition.or.some((inner) => value(inner) === true)
  return value(condition['!']) !== true
}

const resolve = (path: string, data: ConditionData) =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
          ? (inner as Record<string, unknown>)[key]
          : undefined,
      data,
    )

/** Whether a permission's condition holds; null always does. */
export const holds = (condition: Condition, data: ConditionData) =>
  condition === null || evaluate(condition, data) === true
