/** A value, or a promise of one that has to be waited for. */
export type Soon<T> = T | Promise<T>

/**
 * Applies `next` to a value at once where it is here, and to that of a promise later. A call of a project's API takes a
 * dozen such steps, and nearly always everything is known: as promises they cost more than what they do.
 */
export const whenHere = <T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(next) : next(value)
