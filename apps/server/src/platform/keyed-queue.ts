/**
 * Runs work one after the other for each key, in the order it was given, whatever becomes of each. Work under different
 * keys does not wait.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  /** Resolves or rejects as the work does, when the key is free for what comes next. */
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

  /** Whether work under this key is under way or waits. */
  isBusy(key: string) {
    return this.#tails.has(key)
  }

  /** Resolves once everything that was added has ended. */
  async idle() {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values())
  }
}
