import type { Soon } from './soon.ts'

/**
 * Reads something for each key once and keeps it until it is forgotten. A read that fails is tried again when it is next
 * asked for.
 */
export function keptReads<T extends object>(read: (key: string) => Promise<T>) {
  const known = new Map<string, Soon<T>>()
  return {
    of(key: string): Soon<T> {
      const found = known.get(key)
      if (found !== undefined) return found
      const reading: Promise<T> = read(key).then(
        (value) => {
          if (known.get(key) === reading) known.set(key, value)
          return value
        },
        (error: unknown) => {
          if (known.get(key) === reading) known.delete(key)
          throw error
        },
      )
      known.set(key, reading)
      return reading
    },
    forget: (key: string) => void known.delete(key),

    /** Forgets what is kept for a key, and returns it. */
    take(key: string): Soon<T> | undefined {
      const kept = known.get(key)
      known.delete(key)
      return kept
    },

    /** Forgets a value unless another is kept by now. */
    forgetOnly(key: string, value: T) {
      if (known.get(key) === value) known.delete(key)
    },

    keys: () => [...known.keys()],
  }
}
