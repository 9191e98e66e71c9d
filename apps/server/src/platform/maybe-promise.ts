/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Applies `next` at once to a value, and later to that of a promise. A call of a project's API takes a dozen such steps,
 * and nearly always all values are there: promises would cost more than the steps themselves.
 */
export const andThen = <T, R>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> => (value instanceof Promise ? value.then(next) : next(value))
