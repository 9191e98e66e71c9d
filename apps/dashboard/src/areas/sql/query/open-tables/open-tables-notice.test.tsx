import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { statementEnd } from '../results/canned-stream.fixture.ts'
import { end, openPage, prepareSqlPage, pressRun } from '../sql-page.fixture.tsx'

prepareSqlPage()

const CREATE = 'create table "Or""ders" (id int)'

/** Runs the text; the catalog then lists these tables as open. Returns the queries that the page sends afterwards. */
async function runWith({
  open,
  text = CREATE,
  refusal,
  events = [statementEnd('CREATE TABLE'), end],
}: {
  open: object[]
  text?: string
  /** The error message of the fix. */
  refusal?: string
  events?: QueryEvent[]
}) {
  const { editor, answer } = await openPage(text)
  const originalFetch = fetch
  const queries: { query: string; read_only?: boolean }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/config/postgrest'))
      return Response.json({
        db_schemas: ['public'],
        db_extra_search_path: [],
        max_rows: 1000,
        db_pool: null,
      })
    if (!/\/query(\?|$)/.test(url)) return originalFetch(url, init)
    const body = JSON.parse(String(init.body))
    queries.push(body)
    if (body.read_only) return Response.json(open)
    return refusal === undefined
      ? Response.json([])
      : Response.json({ code: 'sql_failed', message: refusal, requestId: 'r1' }, { status: 400 })
  })
  pressRun(editor)
  answer(...events)
  return queries
}

const fixButton = { name: 'Enable row level security' }

test('a table that is open to the publishable key is named, and one click closes it', async () => {
  const queries = await runWith({ open: [{ schema: 'public', name: 'Or"ders' }] })
  expect(await screen.findByText('Row level security is off for public.Or"ders')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', fixButton))
  expect(await screen.findByText('Row level security is on for public.Or"ders')).toBeTruthy()
  expect(screen.queryByRole('button', fixButton)).toBeNull()
  expect(queries).toMatchObject([
    { read_only: true },
    { query: 'alter table "public"."Or""ders" enable row level security;' },
  ])
})

test('a failed fix is reported in the notice and can be retried', async () => {
  await runWith({ open: [{ schema: 'public', name: 'orders' }], refusal: 'must be owner of table orders' })
  await userEvent.click(await screen.findByRole('button', fixButton))
  expect((await screen.findByRole('alert')).textContent).toContain('must be owner of table orders')
  expect(screen.getByRole('button', fixButton)).toBeTruthy()
})

test('there is no notice when the catalog lists no open table', async () => {
  const queries = await runWith({ open: [] })
  await waitFor(() => expect(queries).toHaveLength(1))
  await screen.findByText(/Success/, { selector: 'p' })
  expect(screen.queryByText(/Row level security/)).toBeNull()
})

test.each<[string, string, { text?: string; events?: QueryEvent[] }]>([
  [
    'a run that was rolled back',
    'The transaction was rolled back',
    { events: [statementEnd('CREATE TABLE'), { type: 'end', durationMs: 7, rolledBack: true }] },
  ],
  [
    'a run without CREATE TABLE',
    'Success. No rows returned.',
    { text: 'create view v as select 1', events: [end] },
  ],
])('%s does not query the catalog', async (_what, text, run) => {
  const queries = await runWith({ open: [{ schema: 'public', name: 'orders' }], ...run })
  await screen.findByText(text)
  expect(queries).toEqual([])
})
