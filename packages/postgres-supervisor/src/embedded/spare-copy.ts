import { rename, rm } from 'node:fs/promises'
import { copyData } from '../cluster/copy-data.ts'
import type { EngineContext } from './engine-context.ts'
import { unfinishedPath } from './layout.ts'
import { SPARE_COPY_DELAY_MS } from './timings.rules.ts'

/**
 * One copy of the template, made while nobody waits, so that a new instance only has to take it. It lies among the
 * unfinished things, and so goes with them when it was never used.
 */
export class SpareCopy {
  readonly #context: EngineContext
  #timer: NodeJS.Timeout | undefined
  #copy: Promise<string | undefined> | undefined

  constructor(context: EngineContext) {
    this.#context = context
  }

  /** Has a copy made soon, unless there is one or the engine keeps none. */
  makeSoon(template: () => Promise<string>): void {
    if (!this.#context.options.keepsSpare || this.#timer || this.#copy) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#copy = this.#make(template)
    }, SPARE_COPY_DELAY_MS).unref()
  }

  /** Puts a copy of the template where `to` says: the spare one, or one made now. */
  async place(template: string, to: string): Promise<void> {
    const spare = await this.#take()
    const isPlaced = spare !== undefined && (await rename(spare, to).then(yes, no))
    if (!isPlaced) await copyData(template, to)
  }

  async discard(): Promise<void> {
    const spare = await this.#take()
    if (spare) await rm(spare, { recursive: true, force: true })
  }

  #take(): Promise<string | undefined> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const copy = this.#copy
    this.#copy = undefined
    return copy ?? Promise.resolve(undefined)
  }

  /** What hinders it, such as a full disk, is told to whoever makes an instance next. */
  async #make(template: () => Promise<string>): Promise<string | undefined> {
    const copy = unfinishedPath(this.#context.layout, 'spare')
    try {
      await copyData(await template(), copy)
      return copy
    } catch {
      await rm(copy, { recursive: true, force: true })
      return undefined
    }
  }
}

const yes = () => true
const no = () => false
