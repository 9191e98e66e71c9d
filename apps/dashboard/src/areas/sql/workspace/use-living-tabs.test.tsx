import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Tab } from '../editor-tabs/tabs.schema.ts'
import { memoryDrafts } from '../snippets/saving/draft-store.ts'
import { SnippetDocuments } from '../snippets/saving/snippet-documents.ts'
import { useLivingTabs } from './use-living-tabs.ts'

afterEach(() => vi.unstubAllGlobals())

const REF = 'aaaaaaaaaaaaaaaaaaaa'
const idOf = (digit: number) => `6f1d3a52-93f5-4f3a-8a55-0a4f6d2f8c1${digit}`
const [THERE, GONE, DRAFT, SHOWN] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const tabOf = (sqlId: string): Tab => ({
  id: `sql-${sqlId}`,
  type: 'sql',
  label: 'Old',
  isPreview: false,
  metadata: { sqlId },
})

async function look(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const drafts = memoryDrafts()
  await drafts.put({
    key: 'k',
    userId: 'ann',
    ref: REF,
    id: DRAFT,
    page: 'p',
    name: 'Kept',
    folderId: null,
    text: 'select 1',
    base: 0,
    attempts: [],
    at: 0,
  })
  const documents = new SnippetDocuments({
    client,
    userId: 'ann',
    page: 'q',
    drafts,
    otherPages: async () => new Set(),
  })
  const onRename = vi.fn()
  const onGone = vi.fn()
  const tabs = [THERE, GONE, DRAFT, SHOWN].map(tabOf)
  renderHook(() => useLivingTabs({ ref: REF, tabs, activeId: SHOWN, documents, onRename, onGone }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { onRename, onGone, client }
}

test('tabs of queries that are no more go, but for the one shown and those only this browser has', async () => {
  const { onRename, onGone } = await look(() => Response.json([{ id: THERE, name: 'New' }]))
  await waitFor(() => expect(onGone).toHaveBeenCalledWith([`sql-${GONE}`]))
  expect(onRename.mock.calls).toEqual([[`sql-${THERE}`, 'New']])
})

test('tabs stay when the server cannot be asked', async () => {
  const answer = vi.fn(() => new Response('{}', { status: 503 }))
  const { onGone, client } = await look(answer)
  await waitFor(() => expect(answer).toHaveBeenCalled())
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(onGone).not.toHaveBeenCalled()
})
