import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { anEntity } from '../rows/table.fixture.ts'
import { DefinitionView } from './DefinitionView.tsx'
import { entityQueries } from './entities.queries.ts'

afterEach(() => void vi.unstubAllGlobals())

const view = <DefinitionView projectRef="shop" entity={anEntity()} />
const openWith = (sql: string) =>
  renderPage(view, (client) => client.setQueryData(entityQueries.definition('shop', 7).queryKey, { sql }))

test('a short definition opens in the SQL editor by its URL', async () => {
  const { history } = await openWith('create table public.people (id bigint);')
  expect(screen.getByRole('heading', { name: 'public.people' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Copy definition' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open in SQL Editor' }))
  await waitFor(() => expect(history.location.pathname).toBe('/project/shop/sql/new'))
  expect(decodeURIComponent(history.location.search.replaceAll('+', ' '))).toContain(
    'create table public.people (id bigint);',
  )
})

test('a definition that is too long for a URL is saved as a query, and that is opened', async () => {
  const long = `create table public.people (id bigint); -- ${'x'.repeat(7000)}`
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    if (init?.method === 'POST') bodies.push(JSON.parse(String(init.body)))
    return Response.json(
      { code: 'forbidden', message: 'You may not save queries.', requestId: 'r1' },
      { status: 403 },
    )
  })
  const { history } = await openWith(long)
  await userEvent.click(await screen.findByRole('button', { name: 'Open in SQL Editor' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(JSON.stringify(bodies[0])).toContain('Definition of people')
  // It could not be saved, so the page stays.
  expect(history.location.pathname).toBe('/')
})

test('a definition that cannot be read says why, and is read again', async () => {
  const answers = [
    Response.json(
      { code: 'not_found', message: 'Table or view 7 does not exist', requestId: 'r1' },
      { status: 404 },
    ),
    Response.json({ sql: 'create table public.people ();' }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  await renderPage(view)
  expect(await screen.findByText('Table or view 7 does not exist')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }))
  expect(await screen.findByRole('button', { name: 'Copy definition' })).toBeTruthy()
})
