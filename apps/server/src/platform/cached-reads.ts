import type { MaybePromise } from './maybe-promise.ts'

/**
 * Reads the value of each key once and caches it until it is forgotten. A failed read is retried at the next request.
 */
export function cachedReads<T extends object>(read: (key: string) => Promise<T>) {
  const cached = new Map<string, MaybePromise<T>>()
  return {
    of(key: string): MaybePromise<T> {
      const found = cached.get(key)
      if (found !== undefined) return found
      const reading: Promise<T> = read(key).then(
        (value) => {
          if (cached.get(key) === reading) cached.set(key, value)
          return value
        },
        (error: unknown) => {
          if (cached.get(key) === reading) cached.delete(key)
          throw error
        },
      )
      cached.set(key, reading)
      return reading
    },
    /** The cached value; undefined while it is read. */
    known(key: string): T | undefined {
      const value = cached.get(key)
      return value instanceof Promise ? undefined : value
    },

    forget: (key: string) => void cached.delete(key),

    forgetAll: () => cached.clear(),

    /** Forgets the cached value of a key, and returns it. */
    take(key: string): MaybePromise<T> | undefined {
      const value = cached.get(key)
      cached.delete(key)
      return value
    },

    /** Forgets this value, but not another one that is cached by now. */
    forgetOnly(key: string, value: T) {
      if (cached.get(key) === value) cached.delete(key)
    },

    keys: () => [...cached.keys()],
  }
}
