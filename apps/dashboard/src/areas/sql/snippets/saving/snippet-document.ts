import { saveSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { UNANSWERED_SAVES_MAX } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SavedSnippet, Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { ApiError, unreachable } from '../../../../api/api-error.ts'
import { call, sendWhileLeaving } from '../../../../api/call.ts'
import { newId } from '../../../../lib/new-id.ts'
import { conflictOf } from './conflict-of.ts'
import type { DocumentSnapshot } from './document-snapshot.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { DraftWriter } from './draft-writer.ts'
import { retryDelay, SAVE_DEBOUNCE_MS, SENT_WHILE_LEAVING_MAX, saveFailure } from './saving.rules.ts'
import type { StartingPoint } from './starting-point.rules.ts'

export interface DocumentDeps {
  ref: string
  id: string
  userId: string
  /** The page that this is, among all that may have the same query open. */
  page: string
  drafts: DraftStore
  onSaved(snippet: Snippet, wasNew: boolean): void
}

/**
 * The text of one query, from the keys that are pressed to the server that has it. Every change is kept in the
 * browser first, then saved after a pause; what is being saved belongs to this query whatever else is opened
 * meanwhile. React only looks at it, so a save continues while its page is left.
 */
export class SnippetDocument {
  readonly id: string
  readonly ref: string
  readonly #deps: DocumentDeps
  readonly #draft: DraftWriter
  readonly #watchers = new Set<() => void>()
  #snapshot: DocumentSnapshot
  #text: () => string
  #name: string
  #folderId: string | null
  #base: number
  #attempts: string[]
  /** Counts changes, to tell whether there were any while a save was under way. */
  #version = 0
  #attempt: { version: number; saveId: string } | undefined
  /** The next save replaces a text that was decided against, which is to be kept. */
  #keepsReplaced = false
  #underWay: Promise<void> | undefined
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: DocumentDeps, start: StartingPoint, name: string, folderId: string | null = null) {
    this.id = deps.id
    this.ref = deps.ref
    this.#deps = deps
    this.#text = () => start.text
    this.#name = name
    this.#folderId = folderId
    this.#base = start.base
    this.#attempts = start.attempts
    this.#draft = new DraftWriter(
      deps.drafts,
      () => this.#toDraft(),
      (isKept) => this.#publish({ isKept }),
    )
    this.#snapshot = {
      saving: 'IDLE',
      failure: undefined,
      conflict: start.conflict,
      isDirty: start.isDirty,
      isOnServer: start.base > 0,
      isKept: true,
      saves: 0,
      replacement: undefined,
    }
    if (start.isDirty) {
      this.#version = 1
      void this.#draft.write()
      if (!start.conflict) this.#saveAfter(0)
    }
  }

  readonly subscribe = (changed: () => void) => {
    this.#watchers.add(changed)
    return () => void this.#watchers.delete(changed)
  }

  readonly getSnapshot = () => this.#snapshot

  get text() {
    return this.#text()
  }

  get name() {
    return this.#name
  }

  /** Whether anybody has written a character of it yet. */
  get hasBegun() {
    return this.#version > 0 || this.#snapshot.isOnServer
  }

  get draftKey() {
    return this.#toDraft().key
  }

  /** Takes a function, because making the text of a long document with every key would be felt. */
  change(text: () => string): void {
    this.#text = text
    this.#version += 1
    if (!this.#snapshot.isDirty) this.#publish({ isDirty: true })
    this.#draft.touch()
    if (!this.#snapshot.conflict) this.#saveAfter(SAVE_DEBOUNCE_MS)
  }

  /** The name that the query gets when it is saved for the first time. */
  rename(name: string): void {
    this.#name = name
  }

  /** Resolves to whether the browser or the server has the text as it is now. */
  async keep(): Promise<boolean> {
    if (this.#snapshot.isDirty) await this.#draft.write()
    return this.#snapshot.isKept
  }

  /** Saves at once what is unsaved. Resolves when the server has answered, or did not; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#snapshot.isDirty || this.#snapshot.conflict) return
    await this.#underWay
    if (!this.#snapshot.isDirty || this.#snapshot.conflict) return
    this.#underWay ??= this.#save().finally(() => {
      this.#underWay = undefined
    })
    await this.#underWay
  }

  /** For when nobody may be there to hear the answer. The browser keeps the text whatever becomes of it. */
  flushWhileLeaving(): void {
    if (!this.#snapshot.isDirty) return
    const body = this.#nextSave()
    this.#draft.writeWhileLeaving()
    if (!this.#snapshot.conflict && body.content.sql.length <= SENT_WHILE_LEAVING_MAX)
      sendWhileLeaving(saveSnippet, { params: { ref: this.ref }, body })
  }

  /** The network or the person is back. */
  readonly retry = (): void => {
    if (this.#snapshot.isDirty) void this.flush()
  }

  /** The server has a newer text, and nothing was written here. */
  takeOver(snippet: Snippet): void {
    this.#name = snippet.name
    if (this.#snapshot.isDirty || this.#underWay || snippet.revision <= this.#base) return
    this.#adopt(snippet)
  }

  /** Keeps the own text; the other one stays among the earlier texts on the server. */
  async keepMine(): Promise<void> {
    const { conflict } = this.#snapshot
    if (!conflict) return
    this.#base = conflict.revision
    this.#attempts = []
    this.#keepsReplaced = true
    this.#publish({ conflict: undefined })
    await this.flush()
  }

  /** Lets the own text go. The editor can undo it. */
  takeTheirs(): void {
    const { conflict } = this.#snapshot
    if (conflict) this.#adopt(conflict)
  }

  /** The query was deleted here: nothing of it is to be kept or saved any more. */
  abandon(): void {
    clearTimeout(this.#timer)
    this.#publish({ isDirty: false, failure: undefined, conflict: undefined })
    void this.#draft.discard()
  }

  /** A query that was deleted elsewhere is made once more. */
  async makeAgain(): Promise<void> {
    this.#base = 0
    this.#attempts = []
    await this.flush()
  }

  #adopt(snippet: Snippet) {
    const text = snippet.content.sql
    this.#text = () => text
    this.#base = snippet.revision
    this.#attempts = []
    clearTimeout(this.#timer)
    void this.#draft.discard()
    this.#publish({
      saving: 'IDLE',
      failure: undefined,
      conflict: undefined,
      isDirty: false,
      isOnServer: true,
      replacement: { text },
    })
  }

  #saveAfter(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #save() {
    const version = this.#version
    const wasNew = this.#base === 0
    const body = this.#nextSave()
    this.#publish({ saving: 'UPDATING', failure: undefined })
    // A save that arrives without an answer is recognised by its name, which therefore has to be kept first.
    await this.#draft.write()
    try {
      const saved = await call(saveSnippet, { params: { ref: this.ref }, body })
      this.#failures = 0
      this.#keepsReplaced = false
      this.#base = saved.revision
      // Those sent after it may be on their way still.
      this.#attempts = this.#attempts.slice(this.#attempts.indexOf(body.save_id ?? '') + 1)
      const isDirty = this.#version !== version
      this.#publish({ saving: 'IDLE', isDirty, isOnServer: true, saves: this.#snapshot.saves + 1 })
      if (isDirty) {
        void this.#draft.write()
        this.#saveAfter(SAVE_DEBOUNCE_MS)
      } else void this.#draft.discard()
      this.#deps.onSaved(saved, wasNew)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown) {
    const known = error instanceof ApiError ? error : unreachable()
    const conflict = conflictOf(known)
    if (conflict?.save_id && this.#attempts.includes(conflict.save_id)) {
      // A later save of this very page was faster.
      this.#base = conflict.revision
      this.#publish({ saving: 'IDLE' })
      return this.#saveAfter(0)
    }
    if (conflict) return this.#publish({ saving: 'IDLE', conflict })
    const failure = saveFailure(known)
    this.#publish({ saving: 'UPDATING_FAILED', failure })
    if (failure.kind !== 'waiting') return
    this.#failures += 1
    this.#saveAfter(retryDelay(this.#failures))
  }

  /** The same text is sent under the same name again. */
  #nextSave(): SavedSnippet {
    if (this.#attempt?.version !== this.#version) this.#attempt = { version: this.#version, saveId: newId() }
    const { saveId } = this.#attempt
    const own = this.#attempts.filter((id) => id !== saveId)
    this.#attempts = [...own, saveId].slice(-UNANSWERED_SAVES_MAX)
    return {
      id: this.id,
      type: 'sql',
      // A name that was given elsewhere meanwhile is not taken back.
      ...(this.#base === 0 && { name: this.#name, folder_id: this.#folderId }),
      content: { schema_version: '1.0', content_id: this.id, sql: this.#text() },
      revision: this.#base,
      keep_replaced: this.#keepsReplaced,
      save_id: saveId,
      own_saves: own,
    }
  }

  #toDraft(): Draft {
    const { ref, id, userId, page } = this.#deps
    return {
      key: `${userId}/${id}/${page}`,
      userId,
      ref,
      id,
      page,
      name: this.#name,
      folderId: this.#folderId,
      text: this.#text(),
      base: this.#base,
      attempts: this.#attempts,
      at: Date.now(),
    }
  }

  #publish(change: Partial<DocumentSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const changed of this.#watchers) changed()
  }
}
