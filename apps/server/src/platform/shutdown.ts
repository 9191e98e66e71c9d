/** What was opened is closed in reverse order, each once, whatever happens to the others. */
export class Shutdown {
  readonly #steps: { name: string; close: () => unknown }[] = []
  readonly #onError: (name: string, error: unknown) => void

  constructor(onError: (name: string, error: unknown) => void) {
    this.#onError = onError
  }

  add(name: string, close: () => unknown) {
    this.#steps.push({ name, close })
  }

  async run() {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop())
      try {
        await step.close()
      } catch (error) {
        this.#onError(step.name, error)
      }
  }
}
