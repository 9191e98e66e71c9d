/** Work on one instance happens one after the other; different instances do not wait for each other. */
export interface WorkQueue {
  add(id: string, work: () => Promise<void>): Promise<void>
  /** Resolves once everything that was added has ended. */
  idle(): Promise<void>
}

export function createWorkQueue(onError: (id: string, error: unknown) => void): WorkQueue {
  const tails = new Map<string, Promise<void>>()
  return {
    add(id, work) {
      const tail = (tails.get(id) ?? Promise.resolve())
        .then(work)
        .catch((error) => onError(id, error))
        .finally(() => {
          if (tails.get(id) === tail) tails.delete(id)
        })
      tails.set(id, tail)
      return tail
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}
