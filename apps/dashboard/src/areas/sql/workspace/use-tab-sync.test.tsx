import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Tab } from '../../../app/editor-tabs/tab.port.ts'
import { memoryDrafts } from '../snippets/saving/draft-store.ts'
import { SnippetDocuments } from '../snippets/saving/snippet-documents.ts'
import { useTabSync } from './use-tab-sync.ts'

afterEach(() => vi.unstubAllGlobals())

const REF = 'aaaaaaaaaaaaaaaaaaaa'
const idOf = (digit: number) => `6f1d3a52-93f5-4f3a-8a55-0a4f6d2f8c1${digit}`
const [EXISTING, DELETED, DRAFT, ACTIVE] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const tabOf = (sqlId: string): Tab => ({
  id: `sql-${sqlId}`,
  type: 'sql',
  label: 'Old',
  isPreview: false,
  metadata: { sqlId },
})

async function syncTabs(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const drafts = memoryDrafts()
  await drafts.put({
    key: 'k',
    userId: 'ann',
    ref: REF,
    id: DRAFT,
    page: 'p',
    name: 'Draft',
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
    whenPageCloses: () => new Promise(() => undefined),
  })
  const onRename = vi.fn()
  const onDeleted = vi.fn()
  const tabs = [EXISTING, DELETED, DRAFT, ACTIVE].map(tabOf)
  renderHook(() => useTabSync({ ref: REF, tabs, activeId: ACTIVE, documents, onRename, onDeleted }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { onRename, onDeleted, client }
}

test('tabs of deleted queries are closed, except the active one and those with local drafts', async () => {
  const { onRename, onDeleted } = await syncTabs(() => Response.json([{ id: EXISTING, name: 'New' }]))
  await waitFor(() => expect(onDeleted).toHaveBeenCalledWith([`sql-${DELETED}`]))
  expect(onRename.mock.calls).toEqual([[`sql-${EXISTING}`, 'New']])
})

test('tabs stay open when the server is unavailable', async () => {
  const answer = vi.fn(() => new Response('{}', { status: 503 }))
  const { onDeleted, client } = await syncTabs(answer)
  await waitFor(() => expect(answer).toHaveBeenCalled())
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(onDeleted).not.toHaveBeenCalled()
})
