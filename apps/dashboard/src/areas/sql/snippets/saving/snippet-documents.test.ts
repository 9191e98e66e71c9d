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

const left = aDraft({ page: 'left', text: 'select 12' })

/** The query as a page opens it after another one left a text behind. */
async function openAfter({ hasRoom }: { hasRoom: boolean }) {
  const drafts = memoryDrafts()
  await drafts.put(left)
  if (!hasRoom) vi.spyOn(drafts, 'put').mockRejectedValue(new Error('The browser did not keep it'))
  const documents = new SnippetDocuments({
    client: new QueryClient(),
    userId: USER_ID,
    page: 'next',
    drafts,
    otherPages: async () => new Set(),
  })
  const document = await documents.open(REF, SNIPPET_ID)
  return { document, kept: (await drafts.of(USER_ID, REF)).map(({ page, text }) => [page, text]) }
}

test('a text that was left behind moves to the page that opens it', async () => {
  const { document, kept } = await openAfter({ hasRoom: true })
  expect(document.text).toBe('select 12')
  expect(kept).toEqual([['next', 'select 12']])
})

test('a text that was left behind stays where the browser has no room for another copy', async () => {
  const { document, kept } = await openAfter({ hasRoom: false })
  expect(document.text).toBe('select 12')
  expect(kept).toEqual([['left', 'select 12']])
})
