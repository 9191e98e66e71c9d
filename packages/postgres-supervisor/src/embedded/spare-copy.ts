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
 * One copy of the template with a password of its superuser, made while nobody waits, so that a new instance only has
 * to take it. It lies among the unfinished things, and so goes with them when it was never used.
 */
export class SpareCopy {
  readonly #context: EngineContext
  readonly #isBusy: () => boolean
  #timer: NodeJS.Timeout | undefined
  #copy: Promise<Spare | undefined> | undefined

  /** @param isBusy whether instances are starting, which should have the disk to themselves */
  constructor(context: EngineContext, isBusy: () => boolean) {
    this.#context = context
    this.#isBusy = isBusy
  }

  /** Has a copy made soon, unless there is one or the engine keeps none. */
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
   * Puts a copy of the template where `to` says: the spare one, or one made now. Tells the superuser's password that it
   * has, where it is one that somebody knows.
   */
  async place(template: string, to: string): Promise<string | undefined> {
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

  /** An obstacle, such as a full disk, is reported when the next instance is made. */
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
