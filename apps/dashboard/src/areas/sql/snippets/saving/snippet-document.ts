import { saveSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import { UNANSWERED_SAVES_MAX } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SavedSnippet, Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { ApiError, unreachable } from '../../../../api/api-error.ts'
import { call, sendOnPageHide } from '../../../../api/call.ts'
import { newId } from '../../../../lib/new-id.ts'
import type { DocumentSnapshot } from './document-snapshot.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { DraftWriter } from './draft-writer.ts'
import type { MergedDrafts } from './merge-drafts.rules.ts'
import { conflictOf, KEEPALIVE_TEXT_MAX, retryDelay, SAVE_DEBOUNCE_MS, saveFailure } from './saving.rules.ts'

export interface DocumentDeps {
  ref: string
  id: string
  userId: string
  /** The id of this page, because several may have the same query open. */
  page: string
  drafts: DraftStore
  onSaved(snippet: Snippet, wasNew: boolean): void
}

/**
 * The text of one query and its saving. Every change is stored in the browser first, then saved on the server after a
 * pause. Lives outside React, so a save continues while the user is on another page.
 */
export class SnippetDocument {
  readonly id: string
  readonly ref: string
  readonly #deps: DocumentDeps
  readonly #draft: DraftWriter
  readonly #listeners = new Set<() => void>()
  #snapshot: DocumentSnapshot
  #text: () => string
  #name: string
  #folderId: string | null
  #base: number
  #attempts: string[]
  /** Counts changes, to detect those made during a save. */
  #version = 0
  #attempt: { version: number; saveId: string } | undefined
  /** Whether the server must keep the text that the next save replaces as a revision. */
  #keepsReplaced = false
  #pendingSave: Promise<void> | undefined
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(deps: DocumentDeps, start: MergedDrafts, name: string, folderId: string | null = null) {
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
      (isStoredLocally) => this.#publish({ isStoredLocally }),
    )
    this.#snapshot = {
      saving: 'IDLE',
      failure: undefined,
      conflict: start.conflict,
      isDirty: start.isDirty,
      isOnServer: start.base > 0,
      isStoredLocally: true,
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
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  readonly getSnapshot = () => this.#snapshot

  get text() {
    return this.#text()
  }

  get name() {
    return this.#name
  }

  /** Whether it has been edited, or is on the server. */
  get isStarted() {
    return this.#version > 0 || this.#snapshot.isOnServer
  }

  get draftKey() {
    return this.#toDraft().key
  }

  /** Takes a function, because building the text of a long document at every keystroke would be slow. */
  change(text: () => string): void {
    this.#text = text
    this.#version += 1
    if (!this.#snapshot.isDirty) this.#publish({ isDirty: true })
    this.#draft.touch()
    if (!this.#snapshot.conflict) this.#saveAfter(SAVE_DEBOUNCE_MS)
  }

  /** Sets the name for the first save. */
  rename(name: string): void {
    this.#name = name
  }

  /** Stores unsaved changes in the browser. Resolves to whether the browser or the server has the current text. */
  async store(): Promise<boolean> {
    if (this.#snapshot.isDirty) await this.#draft.write()
    return this.#snapshot.isStoredLocally
  }

  /** Saves unsaved changes immediately. Resolves when the save has ended, even with a failure; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#snapshot.isDirty || this.#snapshot.conflict) return
    await this.#pendingSave
    if (!this.#snapshot.isDirty || this.#snapshot.conflict) return
    this.#pendingSave ??= this.#save().finally(() => {
      this.#pendingSave = undefined
    })
    await this.#pendingSave
  }

  /** Saves with a keepalive request, without waiting for the response; the browser stores the text regardless. */
  flushOnPageHide(): void {
    if (!this.#snapshot.isDirty) return
    const body = this.#nextSave()
    this.#draft.writeImmediately()
    if (!this.#snapshot.conflict && body.content.sql.length <= KEEPALIVE_TEXT_MAX)
      sendOnPageHide(saveSnippet, { params: { ref: this.ref }, body })
  }

  /** Saves now, after the network is back or on the user's request. */
  readonly retry = (): void => {
    if (this.#snapshot.isDirty) void this.flush()
  }

  /** Applies a newer text from the server, unless there are local changes. */
  applyRemote(snippet: Snippet): void {
    this.#name = snippet.name
    if (this.#snapshot.isDirty || this.#pendingSave || snippet.revision <= this.#base) return
    this.#adopt(snippet)
  }

  /** Continues the draft of a page that was closed. Returns false, and does nothing, if there are local changes. */
  restore({ text, base, attempts, conflict }: MergedDrafts): boolean {
    if (conflict || this.#snapshot.isDirty || this.#pendingSave) return false
    this.#text = () => text
    this.#base = base
    this.#attempts = attempts
    this.#version += 1
    this.#publish({ isDirty: true, replacement: { text } })
    void this.#draft.write()
    this.#saveAfter(0)
    return true
  }

  /** Resolves a conflict with the local text; the server keeps the other one as a revision. */
  async keepMine(): Promise<void> {
    const { conflict } = this.#snapshot
    if (!conflict) return
    this.#base = conflict.revision
    this.#attempts = []
    this.#keepsReplaced = true
    this.#publish({ conflict: undefined })
    await this.flush()
  }

  /** Resolves a conflict with the server's text. The editor can undo this. */
  takeTheirs(): void {
    const { conflict } = this.#snapshot
    if (conflict) this.#adopt(conflict)
  }

  /** Discards all changes, because the query was deleted here. */
  abandon(): void {
    clearTimeout(this.#timer)
    this.#publish({ isDirty: false, failure: undefined, conflict: undefined })
    void this.#draft.discard()
  }

  /** Creates a query that was deleted elsewhere again. */
  async saveAsNew(): Promise<void> {
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
    // The save id is stored first, to recognize the save if it arrives but its response is lost.
    await this.#draft.write()
    try {
      const saved = await call(saveSnippet, { params: { ref: this.ref }, body })
      this.#failures = 0
      this.#keepsReplaced = false
      this.#base = saved.revision
      // Later attempts may still be in flight.
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
    const apiError = error instanceof ApiError ? error : unreachable()
    const conflict = conflictOf(apiError)
    if (conflict?.save_id && this.#attempts.includes(conflict.save_id)) {
      // A later save of this page arrived first.
      this.#base = conflict.revision
      this.#publish({ saving: 'IDLE' })
      return this.#saveAfter(0)
    }
    if (conflict) return this.#publish({ saving: 'IDLE', conflict })
    const failure = saveFailure(apiError)
    this.#publish({ saving: 'UPDATING_FAILED', failure })
    if (failure.kind !== 'waiting') return
    this.#failures += 1
    this.#saveAfter(retryDelay(this.#failures))
  }

  /** Repeating a save of the same text reuses its save id. */
  #nextSave(): SavedSnippet {
    if (this.#attempt?.version !== this.#version) this.#attempt = { version: this.#version, saveId: newId() }
    const { saveId } = this.#attempt
    const own = this.#attempts.filter((id) => id !== saveId)
    this.#attempts = [...own, saveId].slice(-UNANSWERED_SAVES_MAX)
    return {
      id: this.id,
      type: 'sql',
      // Only for a new query: a rename elsewhere must not be reverted.
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
    for (const changed of this.#listeners) changed()
  }
}
