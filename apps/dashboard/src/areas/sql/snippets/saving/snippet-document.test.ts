import type { SavedSnippet, Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryDrafts } from './draft-store.ts'
import { SAVE_DEBOUNCE_MS } from './saving.rules.ts'
import { aDraft, aSnippet, REF, SNIPPET_ID, USER_ID } from './snippet.fixture.ts'
import { SnippetDocument } from './snippet-document.ts'
import { startingPoint } from './starting-point.rules.ts'

type Answer = (body: SavedSnippet) => Response | Promise<Response>

/** What the server says to each save, one after the other; the last answer repeats. */
let answers: Answer[]
let sent: SavedSnippet[]
const drafts = memoryDrafts()
const onSaved = vi.fn()

const saved: Answer = ({ content, revision = 0, save_id }) =>
  Response.json(aSnippet({ sql: content.sql, revision: revision + 1, save_id: save_id ?? null }))
const refused =
  (status: number, code: string, details?: object): Answer =>
  () =>
    Response.json({ code, message: 'Said', requestId: 'r', details }, { status })
const conflict = (current: Snippet) => refused(409, 'conflict', { reason: 'revision_conflict', current })
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers()
  answers = [saved]
  sent = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const body: SavedSnippet = JSON.parse(String(init.body))
    sent.push(body)
    return (answers.length > 1 ? answers.shift()! : answers[0]!)(body)
  })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const { key } of await drafts.of(USER_ID, REF)) await drafts.remove(key)
})

const open = (server: Snippet | null = aSnippet()) =>
  new SnippetDocument(
    { ref: REF, id: SNIPPET_ID, userId: USER_ID, page: 'page', drafts, onSaved },
    startingPoint(server ?? undefined, []),
    'Orders',
  )
const type = (document: SnippetDocument, text: string) => document.change(() => text)
const pause = () => vi.advanceTimersByTimeAsync(SAVE_DEBOUNCE_MS)
const texts = () => sent.map(({ content }) => content.sql)
const kept = async () => (await drafts.of(USER_ID, REF)).map(({ text }) => text)

test('a pause of a second in typing saves once, with the last text', async () => {
  const document = open()
  type(document, 'a')
  await vi.advanceTimersByTimeAsync(SAVE_DEBOUNCE_MS - 1)
  type(document, 'ab')
  await vi.advanceTimersByTimeAsync(SAVE_DEBOUNCE_MS - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(texts()).toEqual(['ab'])
  expect(document.getSnapshot()).toMatchObject({ saving: 'IDLE', isDirty: false, saves: 1 })
})

test('every key is kept in the browser at once, and let go when the server has it', async () => {
  const document = open()
  type(document, 'a')
  await vi.advanceTimersByTimeAsync(0)
  expect(await kept()).toEqual(['a'])
  await pause()
  expect(await kept()).toEqual([])
})

test('what is typed while a save is under way is saved after it, on top of it', async () => {
  let answer: (response: Response) => void = () => undefined
  answers = [() => new Promise((resolve) => (answer = resolve)), saved]
  const document = open()
  type(document, 'a')
  await pause()
  type(document, 'ab')
  answer(Response.json(aSnippet({ sql: 'a', revision: 2 })))
  await pause()
  expect(sent).toMatchObject([
    { revision: 1, content: { sql: 'a' } },
    { revision: 2, content: { sql: 'ab' } },
  ])
  expect(document.getSnapshot().isDirty).toBe(false)
})

test('while the server is away it tries again, and names what may have arrived', async () => {
  answers = [unreachable, unreachable, saved]
  const document = open()
  type(document, 'a')
  await pause()
  expect(document.getSnapshot()).toMatchObject({ saving: 'UPDATING_FAILED', failure: { kind: 'waiting' } })
  expect(await kept()).toEqual(['a'])
  type(document, 'ab')
  await pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(texts()).toEqual(['a', 'ab', 'ab'])
  expect(sent[1]?.own_saves).toEqual([sent[0]?.save_id])
  expect(sent[2]?.save_id).toBe(sent[1]?.save_id)
  expect(document.getSnapshot()).toMatchObject({ saving: 'IDLE', isDirty: false, failure: undefined })
})

test('what the server refuses is not sent again before it is changed or asked for', async () => {
  answers = [refused(413, 'too_large'), saved]
  const document = open()
  type(document, 'a')
  await pause()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(1)
  expect(document.getSnapshot().failure).toEqual({ kind: 'refused', message: 'Said' })
  document.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(document.getSnapshot()).toMatchObject({ isDirty: false, failure: undefined })
})

test('a conflict stops saving until somebody chooses, and keeps what is typed meanwhile', async () => {
  const theirs = aSnippet({ revision: 5, sql: 'theirs' })
  answers = [conflict(theirs), saved]
  const document = open()
  type(document, 'mine')
  await pause()
  type(document, 'mine too')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(1)
  expect(document.getSnapshot().conflict?.content.sql).toBe('theirs')
  expect(await kept()).toEqual(['mine too'])
  await document.keepMine()
  expect(sent[1]).toMatchObject({ revision: 5, keep_replaced: true, content: { sql: 'mine too' } })
  expect(document.getSnapshot()).toMatchObject({ conflict: undefined, isDirty: false })
})

test('taking the other text shows it and lets the own one go', async () => {
  answers = [conflict(aSnippet({ revision: 5, sql: 'theirs' }))]
  const document = open()
  type(document, 'mine')
  await pause()
  document.takeTheirs()
  await vi.advanceTimersByTimeAsync(0)
  expect(document.text).toBe('theirs')
  expect(document.getSnapshot()).toMatchObject({ replacement: { text: 'theirs' }, isDirty: false })
  expect(await kept()).toEqual([])
})

test('a save of this page that overtook another one is no conflict', async () => {
  const document = open()
  type(document, 'a')
  answers = [(body) => conflict(aSnippet({ revision: 2, save_id: body.save_id!, sql: 'a' }))(body), saved]
  await pause()
  await pause()
  expect(sent[1]).toMatchObject({ revision: 2 })
  expect(document.getSnapshot()).toMatchObject({ conflict: undefined, isDirty: false })
})

test('a query that was deleted elsewhere waits until it is made again', async () => {
  answers = [refused(410, 'gone'), saved]
  const document = open()
  type(document, 'a')
  await pause()
  expect(document.getSnapshot().failure?.kind).toBe('gone')
  await document.makeAgain()
  expect(sent[1]).toMatchObject({ revision: 0, name: 'Orders' })
})

test('a new query is named with its first save, and never again', async () => {
  const document = open(null)
  expect(document.hasBegun).toBe(false)
  type(document, 'a')
  await pause()
  type(document, 'ab')
  await pause()
  expect(sent[0]).toMatchObject({ revision: 0, name: 'Orders', folder_id: null })
  expect(sent[1]).not.toHaveProperty('name')
})

test('a newer text of the server is shown when nothing was written here, and not otherwise', async () => {
  const document = open()
  document.takeOver(aSnippet({ revision: 2, sql: 'newer' }))
  expect(document.text).toBe('newer')
  type(document, 'mine')
  document.takeOver(aSnippet({ revision: 3, sql: 'newest' }))
  expect(document.text).toBe('mine')
})

test('leaving sends what is unsaved and keeps it all the same', async () => {
  const document = open()
  type(document, 'a')
  document.flushWhileLeaving()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual(['a'])
  expect(await kept()).toEqual(['a'])
})

test('a save of the page before a reload that arrives late is no conflict', async () => {
  const left = '33333333-3333-4333-8333-333333333333'
  const draft = aDraft({ text: 'a', base: 1, attempts: [left] })
  const document = new SnippetDocument(
    { ref: REF, id: SNIPPET_ID, userId: USER_ID, page: 'next', drafts, onSaved },
    startingPoint(aSnippet(), [draft]),
    'Orders',
  )
  // As the server decides: what one page saved is known to the other by its name.
  const late = aSnippet({ revision: 2, save_id: left, sql: 'a' })
  answers = [(body) => (body.own_saves.includes(left) ? saved : conflict(late))(body)]
  type(document, 'ab')
  await pause()
  expect(texts()).toEqual(['ab'])
  expect(document.getSnapshot()).toMatchObject({ conflict: undefined, isDirty: false })
})
