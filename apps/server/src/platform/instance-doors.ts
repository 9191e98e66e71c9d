/** Goes in to a project's database, which somebody may just be stopping; resolves to how to leave. */
export type Enter = (ref: string) => Promise<() => void>

/** For databases that nobody stops while they are in use. */
export const alwaysOpen: Enter = async () => () => undefined

export interface ClosedDoor {
  /** Whether anybody has come since it was closed. */
  readonly isKnockedAt: boolean
  open(): void
}

interface Door {
  opened: Promise<void>
  isKnockedAt: boolean
}

/**
 * Counts who uses a project's database on our side, so that it falls asleep only while nobody does. Whoever comes while
 * it is being decided waits for the decision, and is neither refused nor cut off.
 */
export function instanceDoors() {
  const inside = new Map<string, number>()
  const closed = new Map<string, Door>()

  const leave = (ref: string) => {
    const left = (inside.get(ref) ?? 0) - 1
    if (left > 0) inside.set(ref, left)
    else inside.delete(ref)
  }
  const enter: Enter = async (ref) => {
    for (let door = closed.get(ref); door; door = closed.get(ref)) {
      door.isKnockedAt = true
      await door.opened
    }
    inside.set(ref, (inside.get(ref) ?? 0) + 1)
    let isInside = true
    return () => {
      if (isInside) leave(ref)
      isInside = false
    }
  }

  return {
    enter,

    /** For what is of no use to anybody who has to wait for it: undefined while the door is closed. */
    enterIfOpen: async (ref: string): Promise<(() => void) | undefined> =>
      closed.has(ref) ? undefined : enter(ref),

    /** Undefined when somebody is inside; nobody comes in before it is opened again. */
    close(ref: string): ClosedDoor | undefined {
      if (inside.has(ref) || closed.has(ref)) return undefined
      let release!: () => void
      const door: Door = { opened: new Promise((resolve) => (release = resolve)), isKnockedAt: false }
      closed.set(ref, door)
      return {
        get isKnockedAt() {
          return door.isKnockedAt
        },
        open() {
          closed.delete(ref)
          release()
        },
      }
    },
  }
}

export type InstanceDoors = ReturnType<typeof instanceDoors>
