/** Goes in to a project's database, which somebody may just be stopping; resolves to how to leave. */
export type Enter = (ref: string) => Promise<() => void>

/** For databases that nobody stops while they are in use. */
export const alwaysOpen: Enter = async () => () => undefined

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
  const users = new Map<string, Set<Promise<void>>>()
  const lookers = new Map<string, Set<Promise<void>>>()
  const closed = new Map<string, Door>()

  return {
    enter: (async (ref) => {
      for (let door = closed.get(ref); door; door = closed.get(ref)) {
        door.isKnockedAt = true
        await door.opened
      }
      return join(users, ref)
    }) as Enter,

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

/** Adds one to those who are in; answers how to leave, which may be said more than once. */
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
