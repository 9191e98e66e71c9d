import type { Soon } from '../soon.ts'

/** Goes in to a project's database, which somebody may just be stopping; brings how to leave. */
export type Enter = (ref: string) => Soon<() => void>

/** For databases that nobody stops while they are in use. */
export const alwaysOpen: Enter = () => () => undefined

export interface ClosedDoor {
  /** Whether anybody has come since it was closed. */
  readonly isKnockedAt: boolean
  /** Resolves once those have left who only look. */
  readonly cleared: Promise<unknown>
  open(): void
}

interface Door {
  opened: Promise<void>
  isKnockedAt: boolean
}

/**
 * Counts our own users of a project's database, so that it falls asleep only while there are none. A call that arrives
 * while that is being decided waits for the decision, and is neither refused nor cut off.
 */
export function instanceDoors() {
  /** How many are in. */
  const users = new Map<string, number>()
  const lookers = new Map<string, Set<Promise<void>>>()
  const closed = new Map<string, Door>()

  const use = (ref: string) => {
    users.set(ref, (users.get(ref) ?? 0) + 1)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      const rest = users.get(ref)! - 1
      if (rest === 0) users.delete(ref)
      else users.set(ref, rest)
    }
  }
  const waitAndUse = async (ref: string) => {
    for (let door = closed.get(ref); door; door = closed.get(ref)) {
      door.isKnockedAt = true
      await door.opened
    }
    return use(ref)
  }

  return {
    enter: ((ref) => (closed.has(ref) ? waitAndUse(ref) : use(ref))) satisfies Enter,

    /** For who only looks, which keeps nothing awake: undefined while the door is closed. */
    lookIn: (ref: string): (() => void) | undefined => (closed.has(ref) ? undefined : join(lookers, ref)),

    /** Undefined when somebody uses the database; nobody comes in before it is opened again. */
    close(ref: string): ClosedDoor | undefined {
      if (users.has(ref) || closed.has(ref)) return undefined
      let release!: () => void
      const door: Door = { opened: new Promise((resolve) => (release = resolve)), isKnockedAt: false }
      closed.set(ref, door)
      return {
        get isKnockedAt() {
          return door.isKnockedAt
        },
        cleared: Promise.all(lookers.get(ref) ?? []),
        open() {
          closed.delete(ref)
          release()
        },
      }
    },
  }
}

export type InstanceDoors = ReturnType<typeof instanceDoors>

/** Adds one to those who only look; answers how to leave, which may be said more than once. */
function join(inside: Map<string, Set<Promise<void>>>, ref: string): () => void {
  const all = inside.get(ref) ?? new Set()
  inside.set(ref, all)
  let left!: () => void
  const stay = new Promise<void>((resolve) => (left = resolve))
  all.add(stay)
  return () => {
    all.delete(stay)
    if (all.size === 0 && inside.get(ref) === all) inside.delete(ref)
    left()
  }
}
