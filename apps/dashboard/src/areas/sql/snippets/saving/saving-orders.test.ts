import { getSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import type { SavedSnippet, Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { randomOf } from '@basalt/testing/seeded-random.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../../../api/call.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { type DraftStore, memoryDrafts } from './draft-store.ts'
import { aSnippet, REF, SNIPPET_ID, USER_ID } from './snippet.fixture.ts'
import type { SnippetDocument } from './snippet-document.ts'
import { SnippetDocuments } from './snippet-documents.ts'

const SEEDS = 100
const STEPS = 60

/** Random choices that a seed repeats. */
function choicesOf(seed: number) {
  const next = randomOf(seed)
  return {
    below: (limit: number) => Math.floor(next() * limit),
    oneOf: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  }
}

/** Stores queries by the rules of the server's `snippets.service.ts`. */
class Server {
  current = aSnippet({ sql: '' })
  /** Texts that remain available as revisions or separate queries. */
  readonly others: string[] = []

  respond(method: string, body: SavedSnippet): Response {
    if (method === 'GET') return Response.json(this.current)
    if (method === 'POST') {
      this.others.push(body.content.sql)
      return Response.json(aSnippet({ id: body.id, name: 'Copy', sql: body.content.sql }))
    }
    const { save_id: saveId, own_saves: own = [], revision, content, keep_replaced: keepsReplaced } = body
    const hasArrived = saveId !== undefined && saveId === this.current.save_id
    if (hasArrived || content.sql === this.current.content.sql) return Response.json(this.current)
    const isBased =
      revision === this.current.revision ||
      (this.current.save_id !== null && own.includes(this.current.save_id))
    if (!isBased) {
      const details = { reason: 'revision_conflict', current: this.current }
      return Response.json({ code: 'conflict', message: 'Changed', requestId: 'r', details }, { status: 409 })
    }
    if (keepsReplaced) this.others.push(this.current.content.sql)
    this.write(content.sql, saveId ?? null)
    return Response.json(this.current)
  }

  write(sql: string, saveId: string | null) {
    this.current = aSnippet({ sql, revision: this.current.revision + 1, save_id: saveId })
  }
}

interface PendingRequest {
  method: string
  body: SavedSnippet
  /** Undefined until the server has received it. */
  response?: Response
  settle: (response: Response | Error) => void
}

/** Delivers requests and responses in any order, or loses them. */
class Network {
  readonly pending = new Set<PendingRequest>()

  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  readonly fetch = (_url: string, { method = 'GET', body }: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      this.pending.add({
        method,
        body: body === undefined ? undefined : JSON.parse(String(body)),
        settle: (response) => (response instanceof Error ? reject(response) : resolve(response)),
      })
    })

  deliver(request: PendingRequest) {
    if (!request.response) {
      request.response = this.#server.respond(request.method, request.body)
      return
    }
    this.pending.delete(request)
    request.settle(request.response)
  }

  lose(request: PendingRequest) {
    this.pending.delete(request)
    request.settle(new TypeError('Failed to fetch'))
  }

  /** Responses no longer reach a page that is gone; its requests still reach the server. */
  disconnect() {
    for (const request of this.pending) request.settle = () => undefined
  }
}

/** One tab: its page, which a reload replaces, and the editor while it is displayed. */
class Tab {
  readonly #drafts: DraftStore
  readonly #network: Network
  #page = 0
  #client = new QueryClient()
  #documents!: SnippetDocuments
  #isAlive = { value: true }
  #unmount: (() => void) | undefined
  #opening = false
  /** Reloaded pages that the browser still lists as open. */
  readonly #closing = new Map<string, PromiseWithResolvers<void>>()
  document: SnippetDocument | undefined
  displayed: string | undefined

  constructor(drafts: DraftStore, network: Network) {
    this.#drafts = drafts
    this.#network = network
    this.#load()
  }

  get isOpening() {
    return this.#opening
  }

  type(word: string) {
    const text = this.displayed + word
    this.displayed = text
    this.document!.change(() => text)
  }

  leave() {
    this.#documents.flush()
    this.#unmount?.()
  }

  open() {
    const page = this.#page
    this.#opening = true
    this.#documents.open(REF, SNIPPET_ID).then(
      (document) => {
        if (page !== this.#page) return
        this.#opening = false
        this.#mount(document)
      },
      () => {
        if (page === this.#page) this.#opening = false
      },
    )
  }

  /** With `closesSlowly`, the browser lists the replaced page as open until `close` is called. */
  reload({ closesSlowly }: { closesSlowly: boolean }) {
    if (closesSlowly) this.#closing.set(this.#pageId, Promise.withResolvers())
    this.#documents.flushOnPageHide()
    this.#isAlive.value = false
    this.#network.disconnect()
    vi.clearAllTimers()
    this.#unmount?.()
    this.#opening = false
    this.document = undefined
    this.#page += 1
    this.#load()
    this.open()
  }

  close() {
    for (const { resolve } of this.#closing.values()) resolve()
    this.#closing.clear()
  }

  get #pageId() {
    return `page ${this.#page}`
  }

  refetch() {
    void this.#client.refetchQueries({ queryKey: snippetQueries.item(REF, SNIPPET_ID).queryKey, exact: true })
  }

  retry() {
    this.#documents.retry()
  }

  #load() {
    const isAlive = { value: true }
    this.#isAlive = isAlive
    const drafts = this.#drafts
    this.#client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    this.#documents = new SnippetDocuments({
      client: this.#client,
      userId: USER_ID,
      page: this.#pageId,
      drafts: {
        of: (userId, ref) => drafts.of(userId, ref),
        put: async (draft) => (isAlive.value ? drafts.put(draft) : undefined),
        remove: async (key) => (isAlive.value ? drafts.remove(key) : undefined),
      },
      otherPages: async () => new Set(this.#closing.keys()),
      whenPageCloses: async (page) => this.#closing.get(page)?.promise,
    })
  }

  /** As the editor's components do. */
  #mount(document: SnippetDocument) {
    this.document = document
    this.displayed = document.text
    let { replacement } = document.getSnapshot()
    const unsubscribe = document.subscribe(() => {
      const { replacement: next } = document.getSnapshot()
      if (next === replacement || next === undefined) return
      replacement = next
      this.displayed = next.text
    })
    const item = new QueryObserver<Snippet>(this.#client, {
      queryKey: snippetQueries.item(REF, SNIPPET_ID).queryKey,
      queryFn: ({ signal }) => call(getSnippet, { params: { ref: REF, id: SNIPPET_ID } }, signal),
    })
    const apply = ({ data }: { data: Snippet | undefined }) => data && document.applyRemote(data)
    apply(item.getCurrentResult())
    const stop = item.subscribe(apply)
    this.#unmount = () => {
      unsubscribe()
      stop()
      this.displayed = undefined
      this.#unmount = undefined
    }
  }
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

/** Runs random steps. Returns what was typed, and where it can be found in the end. */
async function play(seed: number, { othersSave = false, closesSlowly = false }) {
  const random = choicesOf(seed)
  const server = new Server()
  const network = new Network(server)
  vi.stubGlobal('fetch', network.fetch)
  const tab = new Tab(memoryDrafts(), network)
  const log: string[] = []
  const typed: string[] = []
  tab.open()
  const steps: Record<string, () => unknown> = {
    type() {
      if (tab.displayed === undefined) return
      typed.push(`w${typed.length} `)
      tab.type(typed.at(-1)!)
    },
    typeMore: () => steps.type!(),
    wait: () => settle(random.below(1500)),
    waitMore: () => settle(random.below(1500)),
    deliver: () => network.pending.size > 0 && network.deliver(random.oneOf([...network.pending])),
    deliverMore: () => steps.deliver!(),
    deliverEvenMore: () => steps.deliver!(),
    lose: () => network.pending.size > 0 && network.lose(random.oneOf([...network.pending])),
    leave: () => tab.displayed !== undefined && tab.leave(),
    open: () => tab.displayed === undefined && !tab.isOpening && tab.open(),
    refetch: () => tab.refetch(),
    reload: () => tab.reload({ closesSlowly }),
    close: () => tab.close(),
    save: () => othersSave && server.write(`${server.current.content.sql}other `, null),
    keepMine: () => void tab.document?.keepMine(),
  }
  const names = Object.keys(steps)
  for (let step = 0; step < STEPS; step += 1) {
    const name = random.oneOf(names)
    log.push(name)
    await steps[name]!()
    await settle()
    if (!othersSave && !closesSlowly && tab.displayed !== undefined)
      expect(tab.displayed, `seed ${seed}: ${log.join(' ')}`).toBe(typed.join(''))
  }
  const recover = async () => {
    for (let round = 0; round < 200; round += 1) {
      if (tab.displayed === undefined && !tab.isOpening) tab.open()
      if (round % 50 === 0) tab.refetch()
      for (const request of [...network.pending]) network.deliver(request)
      await settle(500)
    }
  }
  // The network recovers, and the user looks at the query again.
  tab.close()
  await recover()
  // A copy whose request was lost is created by the next page.
  if (closesSlowly) {
    tab.reload({ closesSlowly: false })
    await recover()
  }
  const { conflict, isDirty } = tab.document!.getSnapshot()
  return {
    log: `seed ${seed}: ${log.join(' ')}`,
    typed,
    displayed: tab.displayed ?? '',
    saved: server.current.content.sql,
    conflict,
    isDirty,
    others: server.others,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('whatever the order of events, the displayed text is what was typed, and is saved in the end', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { log, typed, displayed, saved, conflict, isDirty } = await play(seed, {})
    expect({ displayed, saved, conflict, isDirty }, log).toEqual({
      displayed: typed.join(''),
      saved: typed.join(''),
      conflict: undefined,
      isDirty: false,
    })
  }
})

test.each([
  ['others save too', { othersSave: true }],
  ['reloaded pages close slowly', { closesSlowly: true }],
  ['others save too and reloaded pages close slowly', { othersSave: true, closesSlowly: true }],
])('when %s, each word is displayed or in the conflicting text, a revision or a copy', async (_, options) => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { log, typed, displayed, saved, conflict, others } = await play(seed, options)
    const texts = [displayed, ...(conflict ? [conflict.content.sql] : []), ...others]
    expect(
      typed.filter((word) => !texts.some((text) => text.includes(word))),
      log,
    ).toEqual([])
    if (!conflict) expect(displayed, log).toBe(saved)
  }
})
