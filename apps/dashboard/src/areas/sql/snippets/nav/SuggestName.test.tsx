import { titleSql } from '@basalt/contract/ai/ai.endpoints.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { aSnippet, REF, SNIPPET_ID } from '../saving/snippet.fixture.ts'
import { snippetQueries } from '../snippets.queries.ts'
import { SuggestName } from './SuggestName.tsx'

afterEach(() => vi.unstubAllGlobals())

async function open(sql: string) {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url !== titleSql.path) return Response.json([])
    requests.push(JSON.parse(String(body)))
    return Response.json({ title: 'Count of orders' })
  })
  const onSuggest = vi.fn()
  await renderPage(<SuggestName projectRef={REF} id={SNIPPET_ID} onSuggest={onSuggest} />, (client) =>
    client.setQueryData(snippetQueries.item(REF, SNIPPET_ID).queryKey, aSnippet({ sql })),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a name' }))
  return { requests, onSuggest }
}

test('a name is suggested from the text of the query', async () => {
  const { requests, onSuggest } = await open('select count(*) from orders')
  await vi.waitFor(() => expect(onSuggest.mock.calls[0]?.[0]).toBe('Count of orders'))
  expect(requests).toEqual([{ sql: 'select count(*) from orders', projectRef: REF }])
})

test('an empty query sends no request', async () => {
  const { requests, onSuggest } = await open(' ')
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Suggest a name' }).getAttribute('aria-busy')).toBeNull(),
  )
  expect(requests).toEqual([])
  expect(onSuggest).not.toHaveBeenCalled()
})
