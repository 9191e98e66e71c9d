import { createSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import type { QueryClient } from '@tanstack/react-query'
import { failedWith } from '../../../../api/api-error.ts'
import { call } from '../../../../api/call.ts'
import { putAnswer } from '../../../../api/put-answer.ts'
import { newId } from '../../../../lib/new-id.ts'
import { showPreview, snippetQueries } from '../snippets.queries.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { tellSaved } from './saved-elsewhere.ts'
import { SnippetDocument } from './snippet-document.ts'
import { startingPoint } from './starting-point.rules.ts'

interface Deps {
  client: QueryClient
  userId: string
  page: string
  drafts: DraftStore
  /** Whose drafts are not to be touched. */
  otherPages(): Promise<Set<string>>
}

/** What a new query begins with. */
export interface Beginning {
  name: string
  text?: string
  folderId?: string | null
}

/** The queries that this page has open, and what earlier pages left behind. */
export class SnippetDocuments {
  readonly #deps: Deps
  readonly #open = new Map<string, SnippetDocument>()
  readonly #opening = new Map<string, Promise<SnippetDocument>>()
  readonly #recovered = new Set<string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  find(id: string): SnippetDocument | undefined {
    return this.#open.get(id)
  }

  /** A query that nobody has written a character of: the server hears of it with the first one. */
  begin(ref: string, id: string, { name, text = '', folderId = null }: Beginning): SnippetDocument {
    const known = this.#open.get(id)
    if (known) return known
    const start = { ...startingPoint(undefined, []), text }
    return this.#keep(new SnippetDocument(this.#docDeps(ref, id), start, name, folderId))
  }

  /** Opens what the server has together with what the browser kept. Throws ApiError when there is neither. */
  open(ref: string, id: string): Promise<SnippetDocument> {
    const known = this.#open.get(id)
    if (known) return Promise.resolve(known)
    const opening = this.#opening.get(id) ?? this.#load(ref, id).finally(() => this.#opening.delete(id))
    this.#opening.set(id, opening)
    return opening
  }

  /** For a query that was deleted. */
  forget(id: string): void {
    this.#open.get(id)?.abandon()
    this.#open.delete(id)
  }

  /** The queries of which this browser has a text that the server may not have yet, in whichever of its pages. */
  async unsaved(ref: string): Promise<Set<string>> {
    const { drafts, userId } = this.#deps
    const kept = await drafts.of(userId, ref)
    return new Set([...kept.map(({ id }) => id), ...this.#open.keys()])
  }

  /** Saves what pages that are gone could not, whether or not somebody opens it. Returns the ids. */
  async recover(ref: string): Promise<string[]> {
    if (this.#recovered.has(ref)) return []
    this.#recovered.add(ref)
    const left = await this.#leftBehind(ref)
    const ids = [...new Set(left.map(({ id }) => id))].filter((id) => !this.#open.has(id))
    for (const id of ids) await this.open(ref, id).catch(() => undefined)
    return ids
  }

  flush(): void {
    for (const document of this.#open.values()) void document.flush()
  }

  flushWhileLeaving(): void {
    for (const document of this.#open.values()) document.flushWhileLeaving()
  }

  retry(): void {
    for (const document of this.#open.values()) document.retry()
  }

  /** Whether leaving now would lose a text that the browser could not keep. */
  wouldLose(): boolean {
    return [...this.#open.values()].some((document) => {
      const { isDirty, isKept } = document.getSnapshot()
      return isDirty && !isKept
    })
  }

  async #load(ref: string, id: string) {
    const { client } = this.#deps
    const [server, left] = await Promise.all([
      client
        .fetchQuery({ ...snippetQueries.item(ref, id), staleTime: 0, retry: false })
        .catch((error: unknown) => error),
      this.#leftBehind(ref, id),
    ])
    const isThere = !(server instanceof Error)
    if (!isThere && left.length === 0) throw server
    const start = startingPoint(isThere ? (server as Snippet) : undefined, left)
    const name = isThere ? (server as Snippet).name : start.adopted!.name
    const document = this.#keep(
      new SnippetDocument(this.#docDeps(ref, id), start, name, start.adopted?.folderId ?? null),
    )
    for (const draft of start.rescued) await this.#rescue(draft)
    // Where the browser has no room for a second copy, the first one stays until the server has the text.
    if (!(await document.keep())) return document
    const done = [...start.spent, ...(start.adopted ? [start.adopted] : [])]
    for (const { key } of done)
      if (key !== document.draftKey) await this.#deps.drafts.remove(key).catch(() => undefined)
    return document
  }

  /** A second text of one query becomes a query of its own. */
  async #rescue({ ref, name, text, key }: Draft) {
    const id = newId()
    const body = { id, name: `${name} (Recovered)`, content: { content_id: id, sql: text } }
    await call(createSnippet, { params: { ref }, body })
      .then(() => this.#deps.drafts.remove(key))
      .then(() => this.#refreshLists(ref))
      .catch(() => undefined)
  }

  async #leftBehind(ref: string, id?: string): Promise<Draft[]> {
    const { drafts, userId, otherPages } = this.#deps
    const [all, others] = await Promise.all([
      drafts.of(userId, ref).catch((): Draft[] => []),
      otherPages().catch(() => new Set<string>()),
    ])
    return all.filter((draft) => (id === undefined || draft.id === id) && !others.has(draft.page))
  }

  #keep(document: SnippetDocument) {
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
        void putAnswer(client, snippetQueries.item(ref, id).queryKey, snippet)
        if (wasNew) void this.#refreshLists(ref)
        else showPreview(client, ref, snippet)
        tellSaved({ ref, id })
      },
    }
  }

  #refreshLists(ref: string) {
    return this.#deps.client.invalidateQueries({ queryKey: snippetQueries.lists(ref) })
  }
}

/** Whether a query is not there, which is different from not being reached. */
export const isMissing = (error: unknown) => failedWith(error, 'not_found')
