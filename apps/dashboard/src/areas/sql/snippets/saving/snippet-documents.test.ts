import type { NewSnippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryDrafts } from './draft-store.ts'
import { aDraft, aSnippet, REF, SNIPPET_ID, USER_ID } from './snippet.fixture.ts'
import { SnippetDocuments } from './snippet-documents.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method === 'GET') return Response.json(aSnippet())
    throw new TypeError('Failed to fetch')
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const orphaned = aDraft({ page: 'closed', text: 'select 12' })

/** Opens a query of which a closed page left a draft. */
async function openOrphaned({ hasRoom }: { hasRoom: boolean }) {
  const drafts = memoryDrafts()
  await drafts.put(orphaned)
  if (!hasRoom) vi.spyOn(drafts, 'put').mockRejectedValue(new Error('The browser did not store the draft'))
  const documents = new SnippetDocuments({
    client: new QueryClient(),
    userId: USER_ID,
    page: 'next',
    drafts,
    otherPages: async () => new Set(),
    whenPageCloses: () => new Promise(() => undefined),
  })
  const document = await documents.open(REF, SNIPPET_ID)
  return { document, stored: (await drafts.of(USER_ID, REF)).map(({ page, text }) => [page, text]) }
}

test('the draft of a closed page moves to the page that opens the query', async () => {
  const { document, stored } = await openOrphaned({ hasRoom: true })
  expect(document.text).toBe('select 12')
  expect(stored).toEqual([['next', 'select 12']])
})

test('the draft of a closed page stays when the browser has no room for another copy', async () => {
  const { document, stored } = await openOrphaned({ hasRoom: false })
  expect(document.text).toBe('select 12')
  expect(stored).toEqual([['closed', 'select 12']])
})

/** Opens a query while the page that has a draft of it is still closing. */
async function openWhileClosing() {
  const drafts = memoryDrafts()
  await drafts.put(orphaned)
  const otherPages = new Set([orphaned.page])
  const closing = Promise.withResolvers<void>()
  const documents = new SnippetDocuments({
    client: new QueryClient(),
    userId: USER_ID,
    page: 'next',
    drafts,
    otherPages: async () => otherPages,
    whenPageCloses: () => closing.promise,
  })
  const document = await documents.open(REF, SNIPPET_ID)
  expect(document.text).toBe('select 1')
  return {
    document,
    async close() {
      otherPages.clear()
      closing.resolve()
      await vi.advanceTimersByTimeAsync(0)
    },
    storedTexts: async () => (await drafts.of(USER_ID, REF)).map(({ page, text }) => [page, text]),
  }
}

test('the draft of a page that is still closing is displayed once the page has closed', async () => {
  const { document, close, storedTexts } = await openWhileClosing()
  await close()
  expect(document.text).toBe('select 12')
  expect(document.getSnapshot()).toMatchObject({ isDirty: true, replacement: { text: 'select 12' } })
  expect(await storedTexts()).toEqual([['next', 'select 12']])
})

test('the draft of a page that is still closing is saved separately when the text was changed meanwhile', async () => {
  const copies: NewSnippet[] = []
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(aSnippet())
    if (method !== 'POST') throw new TypeError('Failed to fetch')
    copies.push(JSON.parse(String(body)))
    return Response.json(aSnippet({ id: copies[0]!.id! }))
  })
  const { document, close, storedTexts } = await openWhileClosing()
  document.change(() => 'select 13')
  await close()
  expect(document.text).toBe('select 13')
  expect(copies).toMatchObject([{ name: 'Orders (Recovered)', content: { sql: 'select 12' } }])
  expect(await storedTexts()).toEqual([['next', 'select 13']])
})
