interface Listeners {
  onError(name: string, error: unknown): void
  /** Called when a step takes longer than `SLOW_MS`. */
  onSlow?(name: string): void
}

/** After this time a step counts as slow, and people see what they wait for. */
const SLOW_MS = 700

/**
 * Closes what was opened, in reverse order, each once, even when others fail. Names must read well after "waiting for".
 */
export class Shutdown {
  readonly #steps: { name: string; close: () => unknown }[] = []
  readonly #listeners: Listeners

  constructor(listeners: Listeners) {
    this.#listeners = listeners
  }

  add(name: string, close: () => unknown) {
    this.#steps.push({ name, close })
  }

  async run() {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      const { name, close } = step
      const slow = setTimeout(() => this.#listeners.onSlow?.(name), SLOW_MS)
      try {
        await close()
      } catch (error) {
        this.#listeners.onError(name, error)
      } finally {
        clearTimeout(slow)
      }
    }
  }
}
