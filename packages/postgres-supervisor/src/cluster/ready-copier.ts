import { type FileCopier, startFileCopier } from './file-copier.ts'

/** How long a process is kept for a copy that was announced and does not begin, and after one: many branches have successors. */
const KEPT_MS = 60_000

/**
 * Starts the process that copies files before it is needed, when a copy has been announced, and keeps it for the next copy: its
 * start takes as much of a processor as a copy of a small database.
 */
export class ReadyCopier {
  readonly #start: () => FileCopier
  #ready: FileCopier | undefined
  #timer: NodeJS.Timeout | undefined
  #isOpen = true

  constructor(start = startFileCopier) {
    this.#start = start
  }

  announce(): void {
    this.#keep(this.#ready?.isAlive ? this.#ready : this.#start())
  }

  /** A process that the caller gives back, or disposes. */
  take(): FileCopier {
    const ready = this.#forget()
    return ready?.isAlive ? ready : this.#start()
  }

  /** Keeps a process for the next copy, unless there is one already. Ends it when a copy of it may still go on. */
  async giveBack(copier: FileCopier): Promise<void> {
    if (this.#isOpen && copier.isIdle && !this.#ready?.isAlive) this.#keep(copier)
    else await copier[Symbol.asyncDispose]()
  }

  /** Ends the process that is kept, and keeps none from then on. */
  async close(): Promise<void> {
    this.#isOpen = false
    await this.discard()
  }

  #keep(copier: FileCopier): void {
    clearTimeout(this.#timer)
    this.#ready = copier
    this.#timer = setTimeout(() => void this.discard(), KEPT_MS).unref()
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
