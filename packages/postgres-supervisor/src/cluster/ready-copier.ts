import { type FileCopier, startFileCopier } from './file-copier.ts'

/** How long a process is kept for a copy that was announced and does not begin. */
const KEPT_MS = 10_000

/** Starts the process that copies files before it is needed, when a copy has been announced: its start takes a while. */
export class ReadyCopier {
  readonly #start: () => FileCopier
  #ready: FileCopier | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(start = startFileCopier) {
    this.#start = start
  }

  announce(): void {
    clearTimeout(this.#timer)
    this.#ready ??= this.#start()
    this.#timer = setTimeout(() => void this.discard(), KEPT_MS).unref()
  }

  /** A process that the caller disposes. */
  take(): FileCopier {
    const ready = this.#forget()
    return ready?.isAlive ? ready : this.#start()
  }

  async discard(): Promise<void> {
    await this.#forget()?.[Symbol.asyncDispose]()
  }

  #forget(): FileCopier | undefined {
    clearTimeout(this.#timer)
    const ready = this.#ready
    this.#ready = undefined
    return ready
  }
}
