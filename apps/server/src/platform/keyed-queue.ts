/**
 * Runs tasks of the same key one after the other, in order, even after a failure. Tasks of different keys do not wait
 * for each other.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  /** Settles as the task does, once the next task of the key may run. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(work)
    const tail: Promise<unknown> = result
      .catch(() => undefined)
      .finally(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key)
      })
    this.#tails.set(key, tail)
    return tail.then(() => result)
  }

  /** Whether a task of this key is running or queued. */
  isBusy(key: string) {
    return this.#tails.has(key)
  }

  /** Resolves once everything that was added has ended. */
  async idle() {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values())
  }
}
