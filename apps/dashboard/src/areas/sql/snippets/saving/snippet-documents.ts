import { createSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { failedWith } from '../../../../api/api-error.ts'
import { call } from '../../../../api/call.ts'
import { replaceQueryData } from '../../../../api/replace-query-data.ts'
import { newId } from '../../../../lib/new-id.ts'
import { snippetQueries, updateCachedPreview } from '../snippets.queries.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { mergeDrafts } from './merge-drafts.rules.ts'
import { broadcastSaved } from './saved-broadcast.ts'
import { SnippetDocument } from './snippet-document.ts'

interface Deps {
  client: QueryClient
  userId: string
  page: string
  drafts: DraftStore
  /** The ids of other open pages, whose drafts must not be touched. */
  otherPages(): Promise<Set<string>>
  /** Resolves when another page is closed. */
  whenPageCloses(page: string): Promise<void>
}

/** The initial content of a new query. */
export interface NewSnippetContent {
  name: string
  text?: string
  folderId?: string | null
}

/** The open queries of this page, and the recovery of drafts from closed pages. */
export class SnippetDocuments {
  readonly #deps: Deps
  readonly #open = new Map<string, SnippetDocument>()
  readonly #opening = new Map<string, Promise<SnippetDocument>>()
  readonly #recovered = new Set<string>()
  /** Other pages that have drafts. */
  readonly #awaited = new Set<string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  find(id: string): SnippetDocument | undefined {
    return this.#open.get(id)
  }

  /** Creates a new query, which is sent to the server with its first change. */
  create(ref: string, id: string, { name, text = '', folderId = null }: NewSnippetContent): SnippetDocument {
    const existing = this.#open.get(id)
    if (existing) return existing
    const start = { ...mergeDrafts(undefined, []), text }
    return this.#register(new SnippetDocument(this.#docDeps(ref, id), start, name, folderId))
  }

  /**
   * Opens a query, merging the server's text with drafts in the browser. Rejects with ApiError when there is neither.
   */
  open(ref: string, id: string): Promise<SnippetDocument> {
    const existing = this.#open.get(id)
    if (existing) return Promise.resolve(existing)
    const opening = this.#opening.get(id) ?? this.#load(ref, id).finally(() => this.#opening.delete(id))
    this.#opening.set(id, opening)
    return opening
  }

  /** Closes a query that was deleted. */
  forget(id: string): void {
    this.#open.get(id)?.abandon()
    this.#open.delete(id)
  }

  /** The ids of queries with changes in this browser, in any of its pages, that the server may not have yet. */
  async unsaved(ref: string): Promise<Set<string>> {
    const { drafts, userId } = this.#deps
    const stored = await drafts.of(userId, ref)
    return new Set([...stored.map(({ id }) => id), ...this.#open.keys()])
  }

  /** Saves the drafts of closed pages. Returns the ids of their queries. */
  async recover(ref: string): Promise<string[]> {
    if (this.#recovered.has(ref)) return []
    this.#recovered.add(ref)
    const orphaned = await this.#orphanedDrafts(ref)
    const ids = [...new Set(orphaned.map(({ id }) => id))].filter((id) => !this.#open.has(id))
    for (const id of ids) await this.open(ref, id).catch(() => undefined)
    return ids
  }

  flush(): void {
    for (const document of this.#open.values()) void document.flush()
  }

  flushOnPageHide(): void {
    for (const document of this.#open.values()) document.flushOnPageHide()
  }

  retry(): void {
    for (const document of this.#open.values()) document.retry()
  }

  /** Whether closing the page would lose changes, because the browser could not store them. */
  hasUnstoredChanges(): boolean {
    return [...this.#open.values()].some((document) => {
      const { isDirty, isStoredLocally } = document.getSnapshot()
      return isDirty && !isStoredLocally
    })
  }

  async #load(ref: string, id: string) {
    const { client } = this.#deps
    const [server, orphaned] = await Promise.all([
      client
        .fetchQuery({ ...snippetQueries.item(ref, id), staleTime: 0, retry: false })
        .catch((error: unknown) => error),
      this.#orphanedDrafts(ref, id),
    ])
    const isOnServer = !(server instanceof Error)
    if (!isOnServer && orphaned.length === 0) throw server
    const start = mergeDrafts(isOnServer ? (server as Snippet) : undefined, orphaned)
    const name = isOnServer ? (server as Snippet).name : start.restored!.name
    const document = this.#register(
      new SnippetDocument(this.#docDeps(ref, id), start, name, start.restored?.folderId ?? null),
    )
    for (const draft of start.divergent) await this.#saveAsCopy(draft)
    // When the browser has no room for a second copy, the first one stays until the server has the text.
    if (!(await document.store())) return document
    const done = [...start.obsolete, ...(start.restored ? [start.restored] : [])]
    for (const { key } of done)
      if (key !== document.draftKey) await this.#deps.drafts.remove(key).catch(() => undefined)
    return document
  }

  /** Saves a divergent draft as a separate query. */
  async #saveAsCopy({ ref, name, text, key }: Draft) {
    const id = newId()
    const body = { id, name: `${name} (Recovered)`, content: { content_id: id, sql: text } }
    await call(createSnippet, { params: { ref }, body })
      .then(() => this.#deps.drafts.remove(key))
      .then(() => this.#refreshLists(ref))
      .catch(() => undefined)
  }

  /**
   * Takes over the drafts of another page when it closes. It may already be closing: a browser lists the page of a
   * closed tab a little longer, and a user who reopens the tab must not find an older text.
   */
  #takeOverWhenClosed(ref: string, page: string) {
    if (this.#awaited.has(page)) return
    this.#awaited.add(page)
    this.#deps
      .whenPageCloses(page)
      .then(() => this.#takeOver(ref, page))
      .catch(() => undefined)
      .finally(() => this.#awaited.delete(page))
  }

  async #takeOver(ref: string, page: string) {
    const { drafts, userId } = this.#deps
    const left = (await drafts.of(userId, ref)).filter((draft) => draft.page === page)
    for (const { key, id } of left) {
      const document = await this.open(ref, id).catch(() => undefined)
      // Opening may have merged it.
      const draft = (await drafts.of(userId, ref)).find((one) => one.key === key)
      if (document && draft) await this.#restoreInto(document, draft)
    }
  }

  /** Displays a draft in an open query, or saves it as a separate one when both have changed. */
  async #restoreInto(document: SnippetDocument, draft: Draft) {
    const item = snippetQueries.item(draft.ref, draft.id)
    // Without a response the draft is displayed anyway; saving it detects conflicts.
    const server = await this.#deps.client
      .fetchQuery({ ...item, staleTime: 0, retry: false })
      .catch(() => undefined)
    const merged = mergeDrafts(server, [draft])
    if (merged.restored && draft.text !== document.text && !document.restore(merged))
      return this.#saveAsCopy(draft)
    if (await document.store()) await this.#deps.drafts.remove(draft.key)
  }

  /** The drafts of pages that are no longer open. */
  async #orphanedDrafts(ref: string, id?: string): Promise<Draft[]> {
    const { drafts, userId, otherPages } = this.#deps
    const [all, others] = await Promise.all([
      drafts.of(userId, ref).catch((): Draft[] => []),
      otherPages().catch(() => new Set<string>()),
    ])
    const matching = all.filter((draft) => id === undefined || draft.id === id)
    for (const { page } of matching) if (others.has(page)) this.#takeOverWhenClosed(ref, page)
    return matching.filter(({ page }) => !others.has(page))
  }

  #register(document: SnippetDocument) {
    this.#open.set(document.id, document)
    return document
  }

  #docDeps(ref: string, id: string) {
    const { client, userId, page, drafts } = this.#deps
    return {
      ref,
      id,
      userId,
      page,
      drafts,
      onSaved: (snippet: Snippet, wasNew: boolean) => {
        void replaceQueryData(client, snippetQueries.item(ref, id).queryKey, snippet)
        if (wasNew) void this.#refreshLists(ref)
        else updateCachedPreview(client, ref, snippet)
        broadcastSaved({ ref, id })
      },
    }
  }

  #refreshLists(ref: string) {
    return this.#deps.client.invalidateQueries({ queryKey: snippetQueries.lists(ref) })
  }
}

/** Whether an error means that the query does not exist, as opposed to an unreachable server. */
export const isMissing = (error: unknown) => failedWith(error, 'not_found')
