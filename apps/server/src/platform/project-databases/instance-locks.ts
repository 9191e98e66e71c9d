import type { MaybePromise } from '../maybe-promise.ts'

/** Begins to use a project's database, after a lock on it has ended. Returns a function that ends the use. */
export type Hold = (ref: string) => MaybePromise<() => void>

/** For databases that are never locked. */
export const neverLocked: Hold = () => () => undefined

export interface InstanceLock {
  /** Whether a client has begun to wait since the database was locked. */
  readonly hasWaiters: boolean
  /** Resolves once the observers are gone. */
  readonly observersGone: Promise<unknown>
  unlock(): void
}

interface Lock {
  unlocked: Promise<void>
  hasWaiters: boolean
}

/**
 * Counts our own uses of a project's database, so that it falls asleep only while there are none. A call that arrives
 * while that is decided waits for the decision; it is neither refused nor cut off.
 */
export function instanceLocks() {
  /** Number of uses by ref. */
  const users = new Map<string, number>()
  const observers = new Map<string, Set<Promise<void>>>()
  const locks = new Map<string, Lock>()

  const use = (ref: string) => {
    users.set(ref, (users.get(ref) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const rest = users.get(ref)! - 1
      if (rest === 0) users.delete(ref)
      else users.set(ref, rest)
    }
  }
  const waitAndUse = async (ref: string) => {
    for (let lock = locks.get(ref); lock; lock = locks.get(ref)) {
      lock.hasWaiters = true
      await lock.unlocked
    }
    return use(ref)
  }

  return {
    hold: ((ref) => (locks.has(ref) ? waitAndUse(ref) : use(ref))) satisfies Hold,

    /** Observes a database without keeping it awake. Returns a function that ends this; undefined while it is locked. */
    observe: (ref: string): (() => void) | undefined =>
      locks.has(ref) ? undefined : addObserver(observers, ref),

    /** Keeps later users waiting until it is unlocked. Undefined when the database is in use or locked. */
    lock(ref: string): InstanceLock | undefined {
      if (users.has(ref) || locks.has(ref)) return undefined
      let release!: () => void
      const lock: Lock = { unlocked: new Promise((resolve) => (release = resolve)), hasWaiters: false }
      locks.set(ref, lock)
      return {
        get hasWaiters() {
          return lock.hasWaiters
        },
        observersGone: Promise.all(observers.get(ref) ?? []),
        unlock() {
          locks.delete(ref)
          release()
        },
      }
    },
  }
}

export type InstanceLocks = ReturnType<typeof instanceLocks>

/** Adds an observer. Returns a function that removes it, which may be called more than once. */
function addObserver(observers: Map<string, Set<Promise<void>>>, ref: string): () => void {
  const all = observers.get(ref) ?? new Set()
  observers.set(ref, all)
  let end!: () => void
  const observing = new Promise<void>((resolve) => (end = resolve))
  all.add(observing)
  return () => {
    all.delete(observing)
    if (all.size === 0 && observers.get(ref) === all) observers.delete(ref)
    end()
  }
}
