import type { Draft, DraftStore } from './draft-store.ts'
import { DRAFT_PAUSE_MS, KEPT_AT_ONCE } from './saving.rules.ts'

/** Writes that may be under way at once; the browser does them in the order they were asked for. */
const AT_ONCE = 3

/**
 * Keeps one text in the browser as it grows: a short one with every key, without waiting for the key before, a long
 * one at every pause.
 */
export class DraftWriter {
  readonly #store: DraftStore
  readonly #make: () => Draft
  readonly #onKept: (isKept: boolean) => void
  #underWay = 0
  #latest: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | undefined
  #isUnwanted = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #length = 0

  constructor(store: DraftStore, make: () => Draft, onKept: (isKept: boolean) => void) {
    this.#store = store
    this.#make = make
    this.#onKept = onKept
  }

  /** The text has changed. */
  touch(): void {
    this.#isUnwanted = false
    if (this.#length <= KEPT_AT_ONCE) return void this.write()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.write(), DRAFT_PAUSE_MS)
  }

  /** Resolves when the text as it is now is kept, or could not be. Never rejects. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isUnwanted = false
    if (this.#underWay < AT_ONCE) return this.#put()
    this.#waiting ??= this.#latest.then(() => {
      this.#waiting = undefined
      return this.#isUnwanted ? undefined : this.#put()
    })
    return this.#waiting
  }

  /** For a page that is about to go: it would not live to see its turn come. */
  writeWhileLeaving(): void {
    clearTimeout(this.#timer)
    this.#isUnwanted = false
    void this.#put()
  }

  /** The server has it: the copy of the browser goes, unless there is something new to keep by then. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isUnwanted = true
    await this.#waiting
    if (!this.#isUnwanted) return
    await this.#store.remove(this.#make().key).then(
      () => this.#onKept(true),
      () => undefined,
    )
  }

  #put(): Promise<void> {
    const draft = this.#make()
    this.#length = draft.text.length
    this.#underWay += 1
    this.#latest = this.#store
      .put(draft)
      .then(
        () => this.#onKept(true),
        () => this.#onKept(false),
      )
      .finally(() => {
        this.#underWay -= 1
      })
    return this.#latest
  }
}
