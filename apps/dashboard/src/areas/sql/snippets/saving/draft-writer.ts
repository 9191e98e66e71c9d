import type { Draft, DraftStore } from './draft-store.ts'
import { DRAFT_PAUSE_MS, IMMEDIATE_WRITE_MAX } from './saving.rules.ts'

/** The most concurrent writes; the browser performs them in order. */
const CONCURRENT_WRITES_MAX = 3

/** Stores one text in the browser as it changes: a short text with every keystroke, a long one at every pause. */
export class DraftWriter {
  readonly #store: DraftStore
  readonly #make: () => Draft
  readonly #onWritten: (isStoredLocally: boolean) => void
  #pendingWrites = 0
  #latest: Promise<void> = Promise.resolve()
  #queued: Promise<void> | undefined
  #isDiscarded = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #length = 0

  constructor(store: DraftStore, make: () => Draft, onWritten: (isStoredLocally: boolean) => void) {
    this.#store = store
    this.#make = make
    this.#onWritten = onWritten
  }

  /** Reports a change of the text. */
  touch(): void {
    this.#isDiscarded = false
    if (this.#length <= IMMEDIATE_WRITE_MAX) return void this.write()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.write(), DRAFT_PAUSE_MS)
  }

  /** Writes the current text. Resolves when it is stored or storing failed; never rejects. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isDiscarded = false
    if (this.#pendingWrites < CONCURRENT_WRITES_MAX) return this.#put()
    this.#queued ??= this.#latest.then(() => {
      this.#queued = undefined
      return this.#isDiscarded ? undefined : this.#put()
    })
    return this.#queued
  }

  /** Writes without queueing, for a page that is about to close. */
  writeImmediately(): void {
    clearTimeout(this.#timer)
    this.#isDiscarded = false
    void this.#put()
  }

  /** Removes the draft after a save, unless there is a newer text by then. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isDiscarded = true
    await this.#queued
    if (!this.#isDiscarded) return
    await this.#store.remove(this.#make().key).then(
      () => this.#onWritten(true),
      () => undefined,
    )
  }

  #put(): Promise<void> {
    const draft = this.#make()
    this.#length = draft.text.length
    this.#pendingWrites += 1
    this.#latest = this.#store
      .put(draft)
      .then(
        () => this.#onWritten(true),
        () => this.#onWritten(false),
      )
      .finally(() => {
        this.#pendingWrites -= 1
      })
    return this.#latest
  }
}
