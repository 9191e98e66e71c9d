import { rename, rm } from 'node:fs/promises'
import { copyData } from '../cluster/copy-data.ts'
import { setSuperuserPassword } from '../cluster/superuser-password.ts'
import type { EngineContext } from './engine-context.ts'
import { unfinishedPath } from './layout.ts'
import { SPARE_COPY_DELAY_MS } from './timings.rules.ts'

interface Spare {
  data: string
  superuserPassword: string
}

/**
 * A spare copy of the template with a superuser's password, made in advance so that creating an instance only has to
 * rename it. It lies in the folder for unfinished clusters, and is removed with them if it is never used.
 */
export class SpareCopy {
  readonly #context: EngineContext
  readonly #isBusy: () => boolean
  #timer: NodeJS.Timeout | undefined
  #copy: Promise<Spare | undefined> | undefined

  /** @param isBusy whether instances are starting; copying would slow them down */
  constructor(context: EngineContext, isBusy: () => boolean) {
    this.#context = context
    this.#isBusy = isBusy
  }

  /** Schedules a copy, unless there is one or the engine is not configured to have one. */
  makeSoon(template: () => Promise<string>): void {
    const { nextSuperuserPassword } = this.#context.options
    if (!nextSuperuserPassword || this.#timer || this.#copy) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isBusy()) return this.makeSoon(template)
      this.#copy = this.#make(template, nextSuperuserPassword())
    }, SPARE_COPY_DELAY_MS).unref()
  }

  /**
   * Puts a copy of the template at `to`: the spare one, or a new one. Returns the superuser's password of the spare copy;
   * undefined for a new one, whose password is unknown.
   */
  async copyTo(template: string, to: string): Promise<string | undefined> {
    const spare = await this.#take()
    if (spare !== undefined && (await rename(spare.data, to).then(yes, no))) return spare.superuserPassword
    await copyData(template, to)
    return undefined
  }

  async discard(): Promise<void> {
    const spare = await this.#take()
    if (spare) await rm(spare.data, { recursive: true, force: true })
  }

  #take(): Promise<Spare | undefined> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const copy = this.#copy
    this.#copy = undefined
    return copy ?? Promise.resolve(undefined)
  }

  /** A failure, such as a full disk, is reported when the next instance is created. */
  async #make(template: () => Promise<string>, superuserPassword: string): Promise<Spare | undefined> {
    const { accounts, binary, layout, options } = this.#context
    const data = unfinishedPath(layout, 'spare')
    try {
      await copyData(await template(), data)
      await setSuperuserPassword(binary, data, {
        superuser: options.superuser,
        password: superuserPassword,
        as: accounts.template,
      })
      return { data, superuserPassword }
    } catch {
      await rm(data, { recursive: true, force: true })
      return undefined
    }
  }
}

const yes = () => true
const no = () => false
