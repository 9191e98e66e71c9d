import type { SavedSnippet, Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryDrafts } from './draft-store.ts'
import { mergeDrafts } from './merge-drafts.rules.ts'
import { SAVE_DEBOUNCE_MS } from './saving.rules.ts'
import { aDraft, aSnippet, REF, SNIPPET_ID, USER_ID } from './snippet.fixture.ts'
import { SnippetDocument } from './snippet-document.ts'

type Answer = (body: SavedSnippet) => Response | Promise<Response>

/** The server's responses to successive saves; the last one repeats. */
let answers: Answer[]
let sent: SavedSnippet[]
const drafts = memoryDrafts()
const onSaved = vi.fn()

const saved: Answer = ({ content, revision = 0, save_id }) =>
  Response.json(aSnippet({ sql: content.sql, revision: revision + 1, save_id: save_id ?? null }))
const rejection =
  (status: number, code: string, details?: object): Answer =>
  () =>
    Response.json({ code, message: 'Said', requestId: 'r', details }, { status })
const conflict = (current: Snippet) => rejection(409, 'conflict', { reason: 'revision_conflict', current })
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
    mergeDrafts(server ?? undefined, []),
    'Orders',
  )
const type = (document: SnippetDocument, text: string) => document.change(() => text)
const pause = () => vi.advanceTimersByTimeAsync(SAVE_DEBOUNCE_MS)
const texts = () => sent.map(({ content }) => content.sql)
const storedTexts = async () => (await drafts.of(USER_ID, REF)).map(({ text }) => text)

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

test('every keystroke is stored in the browser, and removed once it is saved', async () => {
  const document = open()
  type(document, 'a')
  await vi.advanceTimersByTimeAsync(0)
  expect(await storedTexts()).toEqual(['a'])
  await pause()
  expect(await storedTexts()).toEqual([])
})

test('changes during a save are saved after it, based on its revision', async () => {
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

test('an unreachable server is retried, naming earlier saves that may have arrived', async () => {
  answers = [unreachable, unreachable, saved]
  const document = open()
  type(document, 'a')
  await pause()
  expect(document.getSnapshot()).toMatchObject({ saving: 'UPDATING_FAILED', failure: { kind: 'waiting' } })
  expect(await storedTexts()).toEqual(['a'])
  type(document, 'ab')
  await pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(texts()).toEqual(['a', 'ab', 'ab'])
  expect(sent[1]?.own_saves).toEqual([sent[0]?.save_id])
  expect(sent[2]?.save_id).toBe(sent[1]?.save_id)
  expect(document.getSnapshot()).toMatchObject({ saving: 'IDLE', isDirty: false, failure: undefined })
})

test('a rejected save is not repeated before a change or a manual retry', async () => {
  answers = [rejection(413, 'too_large'), saved]
  const document = open()
  type(document, 'a')
  await pause()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(1)
  expect(document.getSnapshot().failure).toEqual({ kind: 'rejected', message: 'Said' })
  document.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(document.getSnapshot()).toMatchObject({ isDirty: false, failure: undefined })
})

test('a conflict stops saving until the user chooses, and further changes are stored', async () => {
  const theirs = aSnippet({ revision: 5, sql: 'theirs' })
  answers = [conflict(theirs), saved]
  const document = open()
  type(document, 'mine')
  await pause()
  type(document, 'mine too')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(sent).toHaveLength(1)
  expect(document.getSnapshot().conflict?.content.sql).toBe('theirs')
  expect(await storedTexts()).toEqual(['mine too'])
  await document.keepMine()
  expect(sent[1]).toMatchObject({ revision: 5, keep_replaced: true, content: { sql: 'mine too' } })
  expect(document.getSnapshot()).toMatchObject({ conflict: undefined, isDirty: false })
})

test('taking the other text displays it and discards the own one', async () => {
  answers = [conflict(aSnippet({ revision: 5, sql: 'theirs' }))]
  const document = open()
  type(document, 'mine')
  await pause()
  document.takeTheirs()
  await vi.advanceTimersByTimeAsync(0)
  expect(document.text).toBe('theirs')
  expect(document.getSnapshot()).toMatchObject({ replacement: { text: 'theirs' }, isDirty: false })
  expect(await storedTexts()).toEqual([])
})

test('a save of this page that overtook another one is not a conflict', async () => {
  const document = open()
  type(document, 'a')
  answers = [(body) => conflict(aSnippet({ revision: 2, save_id: body.save_id!, sql: 'a' }))(body), saved]
  await pause()
  await pause()
  expect(sent[1]).toMatchObject({ revision: 2 })
  expect(document.getSnapshot()).toMatchObject({ conflict: undefined, isDirty: false })
})

test('a query that was deleted elsewhere waits until it is saved as new', async () => {
  answers = [rejection(410, 'gone'), saved]
  const document = open()
  type(document, 'a')
  await pause()
  expect(document.getSnapshot().failure?.kind).toBe('gone')
  await document.saveAsNew()
  expect(sent[1]).toMatchObject({ revision: 0, name: 'Orders' })
})

test('only the first save of a new query sends its name', async () => {
  const document = open(null)
  expect(document.isStarted).toBe(false)
  type(document, 'a')
  await pause()
  type(document, 'ab')
  await pause()
  expect(sent[0]).toMatchObject({ revision: 0, name: 'Orders', folder_id: null })
  expect(sent[1]).not.toHaveProperty('name')
})

test('a newer server text is displayed only when there are no local changes', async () => {
  const document = open()
  document.applyRemote(aSnippet({ revision: 2, sql: 'newer' }))
  expect(document.text).toBe('newer')
  type(document, 'mine')
  document.applyRemote(aSnippet({ revision: 3, sql: 'newest' }))
  expect(document.text).toBe('mine')
})

test('closing the page sends unsaved changes and still stores them', async () => {
  const document = open()
  type(document, 'a')
  document.flushOnPageHide()
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual(['a'])
  expect(await storedTexts()).toEqual(['a'])
})

test('a save from before a reload that arrives late is no conflict', async () => {
  const saveId = '33333333-3333-4333-8333-333333333333'
  const draft = aDraft({ text: 'a', base: 1, attempts: [saveId] })
  const document = new SnippetDocument(
    { ref: REF, id: SNIPPET_ID, userId: USER_ID, page: 'next', drafts, onSaved },
    mergeDrafts(aSnippet(), [draft]),
    'Orders',
  )
  // As on the server: `own_saves` tells which saves the text includes.
  const late = aSnippet({ revision: 2, save_id: saveId, sql: 'a' })
  answers = [(body) => (body.own_saves.includes(saveId) ? saved : conflict(late))(body)]
  type(document, 'ab')
  await pause()
  expect(texts()).toEqual(['ab'])
  expect(document.getSnapshot()).toMatchObject({ conflict: undefined, isDirty: false })
})
