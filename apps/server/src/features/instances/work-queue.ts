/** Work on one instance happens one after the other; different instances do not wait for each other. */
export interface WorkQueue {
  add(id: string, work: () => Promise<void>): Promise<void>
  /** Also returns the outcome; the caller handles a failure. */
  run<T>(id: string, work: () => Promise<T>): Promise<T>
  /** Whether work on this instance is under way or waits. */
  isBusy(id: string): boolean
  /** Resolves once everything that was added has ended. */
  idle(): Promise<void>
}

export function createWorkQueue(onError: (id: string, error: unknown) => void): WorkQueue {
  const tails = new Map<string, Promise<void>>()
  const queue: WorkQueue = {
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
    run: (id, work) =>
      new Promise((resolve, reject) => void queue.add(id, () => work().then(resolve, reject))),
    isBusy: (id) => tails.has(id),
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
  return queue
}
