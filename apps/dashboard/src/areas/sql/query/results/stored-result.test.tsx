import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { defaultChart } from '../chart/chart-config.ts'
import { ChartContext, type ChartState } from '../chart/chart-context.ts'
import { prepareSqlPage } from '../sql-page.fixture.tsx'
import { bytesOf, fieldsOf, QUERY_ID, statementEnd } from './canned-stream.fixture.ts'
import { ResultCollector } from './result-collector.ts'
import { StatementResult } from './StatementResult.tsx'

prepareSqlPage()
beforeAll(() => import('./StoredResult.tsx'))

const ROWS = 150_000
const VIEW_ID = '0b0e6d4e-98ab-4c2e-9d0c-4c1a4f6f2b11'
const address = (path: string) => `/platform/projects/shop/queries/${QUERY_ID}/${path}`

/** A result of two columns on a server, which has one view of it: the last three rows, descending. */
async function openStored(chart: Partial<ChartState> = {}) {
  const collector = new ResultCollector('shop')
  const events: QueryEvent[] = [
    { type: 'started', id: QUERY_ID },
    fieldsOf('id:int4', 'name'),
    { type: 'stored', rows: ROWS },
    statementEnd('SELECT', ROWS),
  ]
  for (const event of events) collector.take(event)
  const requests: { url: string; body: unknown }[] = []
  const views = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    requests.push({ url, body: body === undefined ? undefined : JSON.parse(String(body)) })
    if (pathname === address('views')) return views.promise
    if (pathname === address('text')) return new Response('from the server\n')
    if (pathname === address('sample'))
      return Response.json({
        every: 50,
        rows: Array.from({ length: 3000 }, (_, row) => [String(row * 50), '1']),
      })
    const from = Number(searchParams.get('from') ?? 0)
    const isView = searchParams.get('view') === VIEW_ID
    const length = Math.min(200, (isView ? 3 : ROWS) - from)
    const rows = Array.from({ length }, (_, index) => {
      const row = isView ? ROWS - from - index : from + index + 1
      return [String(row), `row ${row}`]
    })
    return Response.json({ rows })
  })
  const chartState: ChartState = {
    config: defaultChart,
    isVisible: false,
    setVisible: () => undefined,
    change: () => undefined,
    ...chart,
  }
  const user = userEvent.setup()
  await renderPage(
    <ChartContext value={chartState}>
      <StatementResult outcome={collector.outcomes()[0]!} interruption={undefined} />
    </ChartContext>,
  )
  return {
    user,
    requests,
    /** Answers the request for a view with these events. */
    answerView: (...events: object[]) => views.resolve(new Response(bytesOf(events as QueryEvent[]))),
    failView: views.resolve,
  }
}
const cell = (name: string) => screen.findByRole('gridcell', { name })
const sortById = async () => {
  await cell('row 1')
  fireEvent.click(screen.getByRole('columnheader', { name: /^id/ }))
}

test('a header sorts all rows on the server', async () => {
  const { requests, answerView } = await openStored()
  await sortById()
  answerView({ type: 'progress', part: 0.5 }, { type: 'view', id: VIEW_ID, rows: 3 })
  expect(await cell(`row ${ROWS}`)).toBeTruthy()
  expect(screen.queryByRole('gridcell', { name: 'row 1' })).toBeNull()
  expect(requests.find(({ url }) => url === address('views'))?.body).toEqual({
    search: '',
    filters: [],
    sorts: [{ column: 0, direction: 'asc' }],
  })
})

test('a text filters all rows and shows their count, and closing the filter shows all rows again', async () => {
  const { user, answerView } = await openStored()
  await cell('row 1')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Filter all rows' }), 'x')
  answerView({ type: 'view', id: VIEW_ID, rows: 3 })
  expect(await screen.findByText('3 of 150,000 rows')).toBeTruthy()
  await cell(`row ${ROWS}`)
  await user.click(screen.getByRole('button', { name: 'Close filter' }))
  expect(await cell('row 1')).toBeTruthy()
})

test('a slow view shows its progress and can be cancelled', async () => {
  const { user } = await openStored()
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytesOf([{ type: 'progress', part: 0.42 } as unknown as QueryEvent]))
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  fireEvent.click(await screen.findByRole('columnheader', { name: /^id/ }))
  expect(await screen.findByText('Filtering and sorting: 42%')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/^150,000 rows/)).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: /^id/ }).ariaSort).not.toBe('ascending')
})

test('a failed view is reported, and the rows stay as they were', async () => {
  const { failView } = await openStored()
  await sortById()
  failView(
    Response.json(
      { code: 'storage_full', message: 'The disk of the server is full.', requestId: 'r' },
      { status: 507 },
    ),
  )
  expect(await screen.findByText('The disk of the server is full.')).toBeTruthy()
  expect(await cell('row 1')).toBeTruthy()
})

test('selected rows that are not in the page are exported by the server, in every format', async () => {
  const { requests } = await openStored()
  const first = await cell('row 1')
  fireEvent.mouseDown(first, { button: 2 })
  fireEvent.contextMenu(first)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy column as' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Markdown' }))
  expect(await screen.findByText('Copied 150,000 rows as Markdown')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('from the server\n')
  expect(requests.at(-1)?.url).toBe(`${address('text')}?format=markdown&top=0&bottom=149999&left=1&right=1`)
})

test('a chart is drawn from a sample, and says so', async () => {
  const { requests } = await openStored({
    isVisible: true,
    config: { ...defaultChart, xKey: 'id', yKey: 'name', cumulative: true },
  })
  expect(await screen.findByText(/3,000 of 150,000 rows drawn: one in every 50/)).toBeTruthy()
  const settings = within(screen.getByRole('region', { name: 'Chart settings' }))
  expect(settings.getByRole('switch', { name: 'Cumulative' }).ariaDisabled).toBe('true')
  expect(requests.some(({ url }) => url === `${address('sample')}?columns=0%2C1`)).toBe(true)
})
