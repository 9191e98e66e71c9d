import { titleSql } from '@basalt/contract/ai/ai.endpoints.ts'
import type { Snippet } from '@basalt/contract/snippets/snippets.schema.ts'
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sqlTabId } from '../../../app/editor-tabs/tab.port.ts'
import { tabActions } from '../../../app/editor-tabs/tabs.port.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { bytesOf } from '../query/results/canned-stream.fixture.ts'
import { queryRunOf } from '../query/run/query-run.queries.ts'
import { memoryDrafts } from '../snippets/saving/draft-store.ts'
import { mergeDrafts } from '../snippets/saving/merge-drafts.rules.ts'
import { aSnippet, REF, SNIPPET_ID, USER_ID } from '../snippets/saving/snippet.fixture.ts'
import { SnippetDocument } from '../snippets/saving/snippet-document.ts'
import { snippetQueries } from '../snippets/snippets.queries.ts'
import { useAutoTitle } from './use-auto-title.ts'
import { sqlTab } from './use-sql-navigation.ts'

afterEach(() => vi.unstubAllGlobals())

function Page({ document, isReadOnly }: { document: SnippetDocument; isReadOnly: boolean }) {
  useAutoTitle(document, isReadOnly)
  return null
}

interface Options {
  snippet?: Partial<Snippet> & { sql?: string }
  isReadOnly?: boolean
  title?: () => Response
}

/** A saved query in a tab, and the requests for titles and renames. */
async function openQuery({ snippet = {}, isReadOnly = false, title }: Options = {}) {
  const saved = aSnippet({ name: 'Untitled query 123', ...snippet })
  const titleRequests: string[] = []
  const renames: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === titleSql.path) {
      titleRequests.push(JSON.parse(String(init.body)).sql)
      return title?.() ?? Response.json({ title: 'Orders of today' })
    }
    if (init.method === 'PATCH') {
      const change = JSON.parse(String(init.body))
      renames.push(change)
      return Response.json({ ...saved, ...change })
    }
    if (url.endsWith('/query/stream')) return new Response(bytesOf([{ type: 'end', durationMs: 1 }]))
    return Response.json([])
  })
  const document = new SnippetDocument(
    { ref: REF, id: SNIPPET_ID, userId: USER_ID, page: 'page', drafts: memoryDrafts(), onSaved: vi.fn() },
    mergeDrafts(saved, []),
    saved.name,
  )
  const tabs = tabActions(REF)
  tabs.open(sqlTab(SNIPPET_ID, saved.name, false))
  const { client } = await renderPage(<Page document={document} isReadOnly={isReadOnly} />, (client) =>
    client.setQueryData(snippetQueries.item(REF, SNIPPET_ID).queryKey, saved),
  )
  const run = () => act(() => queryRunOf(client, SNIPPET_ID).start(REF, { sql: document.text, from: 0 }))
  const label = () => tabs.read().tabsMap[sqlTabId(SNIPPET_ID)]?.label
  return { titleRequests, renames, run, label }
}

test('running an untitled query names it and its tab', async () => {
  const { titleRequests, renames, run, label } = await openQuery()
  expect(titleRequests).toEqual([])
  await run()
  await waitFor(() => expect(label()).toBe('Orders of today'))
  expect(titleRequests).toEqual(['select 1'])
  expect(renames).toEqual([{ name: 'Orders of today' }])
  await run()
  expect(titleRequests).toHaveLength(1)
})

test.each([
  ['that has a name', { snippet: { name: 'Mine' } }],
  ["that is somebody else's", { isReadOnly: true }],
  ['without SQL', { snippet: { sql: ' \n' } }],
])('a query %s keeps its name, and no title is requested', async (_which, options) => {
  const { titleRequests, renames, run } = await openQuery(options)
  await run()
  await act(async () => undefined)
  expect(titleRequests).toEqual([])
  expect(renames).toEqual([])
})

test('a failed title request is silent and retried with the next run', async () => {
  let isDown = true
  const { titleRequests, run, label } = await openQuery({
    title: () =>
      isDown
        ? Response.json({ code: 'internal', message: 'Said', requestId: 'r' }, { status: 500 })
        : Response.json({ title: 'Found' }),
  })
  await run()
  await waitFor(() => expect(titleRequests).toHaveLength(1))
  expect(document.body.textContent).not.toContain('Said')
  isDown = false
  await waitFor(async () => {
    await run()
    expect(label()).toBe('Found')
  })
})
