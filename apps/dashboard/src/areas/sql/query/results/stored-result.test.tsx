import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { plainChart } from '../chart/chart-config.ts'
import { ChartContext, type ChartPlace } from '../chart/chart-context.ts'
import { prepareSqlPage } from '../sql-page.fixture.tsx'
import { bytesOf, fieldsOf, QUERY_ID, statementEnd } from './canned-stream.fixture.ts'
import { ResultCollector } from './result-collector.ts'
import { StatementResult } from './StatementResult.tsx'

prepareSqlPage()
beforeAll(() => import('./StoredResult.tsx'))

const ROWS = 150_000
const VIEW_ID = '0b0e6d4e-98ab-4c2e-9d0c-4c1a4f6f2b11'
const address = (path: string) => `/platform/projects/shop/queries/${QUERY_ID}/${path}`

/** A result of two columns that lies at a server, which has one view of it: the last three rows, downwards. */
async function openStored(chart: Partial<ChartPlace> = {}) {
  const collector = new ResultCollector('shop')
  const events: QueryEvent[] = [
    { type: 'started', id: QUERY_ID },
    fieldsOf('id:int4', 'name'),
    { type: 'stored', rows: ROWS },
    statementEnd('SELECT', ROWS),
  ]
  for (const event of events) collector.take(event)
  const asked: { url: string; body: unknown }[] = []
  const views = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    asked.push({ url, body: body === undefined ? undefined : JSON.parse(String(body)) })
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
  const place: ChartPlace = {
    config: plainChart,
    isShown: false,
    show: () => undefined,
    change: () => undefined,
    ...chart,
  }
  const user = userEvent.setup()
  await renderPage(
    <ChartContext value={place}>
      <StatementResult outcome={collector.outcomes()[0]!} interruption={undefined} />
    </ChartContext>,
  )
  return {
    user,
    asked,
    /** What the server says of the view that is wanted. */
    tell: (...told: object[]) => views.resolve(new Response(bytesOf(told as QueryEvent[]))),
    refuse: views.resolve,
  }
}
const cell = (name: string) => screen.findByRole('gridcell', { name })
const sortById = async () => {
  await cell('row 1')
  fireEvent.click(screen.getByRole('columnheader', { name: /^id/ }))
}

test('a header has the server sort all rows, and what is read is in that order', async () => {
  const { asked, tell } = await openStored()
  await sortById()
  tell({ type: 'progress', part: 0.5 }, { type: 'view', id: VIEW_ID, rows: 3 })
  expect(await cell(`row ${ROWS}`)).toBeTruthy()
  expect(screen.queryByRole('gridcell', { name: 'row 1' })).toBeNull()
  expect(asked.find(({ url }) => url === address('views'))?.body).toEqual({
    search: '',
    filters: [],
    sorts: [{ column: 0, direction: 'asc' }],
  })
})

test('a text filters all rows, with their number, and all are there again when the filter closes', async () => {
  const { user, tell } = await openStored()
  await cell('row 1')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Filter all rows' }), 'x')
  tell({ type: 'view', id: VIEW_ID, rows: 3 })
  expect(await screen.findByText('3 of 150,000 rows')).toBeTruthy()
  await cell(`row ${ROWS}`)
  await user.click(screen.getByRole('button', { name: 'Close the filter' }))
  expect(await cell('row 1')).toBeTruthy()
})

test('what takes its time says how far it is, and can be left', async () => {
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
  expect(await screen.findByText('Looking through the rows: 42%')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/^150,000 rows/)).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: /^id/ }).ariaSort).not.toBe('ascending')
})

test('a refusal is told, and the rows stay as they were', async () => {
  const { refuse } = await openStored()
  await sortById()
  refuse(
    Response.json(
      { code: 'storage_full', message: 'The disk of the server is full.', requestId: 'r' },
      { status: 507 },
    ),
  )
  expect(await screen.findByText('The disk of the server is full.')).toBeTruthy()
  expect(await cell('row 1')).toBeTruthy()
})

test('marked rows that are not in the page are copied by the server, in every format', async () => {
  const { asked } = await openStored()
  const first = await cell('row 1')
  fireEvent.mouseDown(first, { button: 2 })
  fireEvent.contextMenu(first)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy column as' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Markdown' }))
  expect(await screen.findByText('Copied 150,000 rows as Markdown')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('from the server\n')
  expect(asked.at(-1)?.url).toBe(`${address('text')}?format=markdown&top=0&bottom=149999&left=1&right=1`)
})

test('a chart is drawn from a sample, and says so', async () => {
  const { asked } = await openStored({
    isShown: true,
    config: { ...plainChart, xKey: 'id', yKey: 'name', cumulative: true },
  })
  expect(await screen.findByText(/3,000 of 150,000 rows drawn: one of every 50/)).toBeTruthy()
  const settings = within(screen.getByRole('region', { name: 'Chart settings' }))
  expect(settings.getByRole('switch', { name: 'Cumulative' }).ariaDisabled).toBe('true')
  expect(asked.some(({ url }) => url === `${address('sample')}?columns=0%2C1`)).toBe(true)
})
