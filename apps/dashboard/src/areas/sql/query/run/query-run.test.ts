import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { bytesOf, fieldsOf, openStream, QUERY_ID, statementEnd } from '../results/canned-stream.fixture.ts'
import { QueryRun, type QueryRunSnapshot } from './query-run.ts'

const REF = 'abcdefghijklmnopqrst'
const source = { sql: 'select 1', from: 0 }

/** Answers the query with a stream that the test writes; `others` answers all other requests. */
function serve(
  others: (url: string, init: RequestInit) => Promise<Response> = async () => Response.json({}),
) {
  const stream = openStream()
  const fetched = vi.fn(async (url: string, init: RequestInit) => {
    if (!url.endsWith('/query/stream')) return others(url, init)
    init.signal?.addEventListener('abort', () => stream.break())
    return stream.response
  })
  vi.stubGlobal('fetch', fetched)
  return { ...stream, fetched }
}

const rowsOf = ({ outcomes }: QueryRunSnapshot) =>
  outcomes.map(({ columns, rowCount }) =>
    Array.from({ length: rowCount }, (_, row) => columns.map((column) => column.at(row))),
  )

const events: QueryEvent[] = [
  { type: 'started', id: QUERY_ID },
  { type: 'notice', notice: { severity: 'NOTICE', message: 'grüezi' } },
  statementEnd('CREATE TABLE'),
  { type: 'heartbeat' },
  fieldsOf('id:int4', 'name'),
  { type: 'rows', rows: [['1', 'ä😀']] },
  {
    type: 'rows',
    rows: [
      ['2', null],
      ['3', ''],
    ],
  },
  statementEnd('SELECT', 3),
  { type: 'end', durationMs: 34 },
]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('results are assembled wherever the stream is split', async () => {
  const bytes = bytesOf(events)
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const server = serve()
    server.writeBytes(bytes.slice(0, cut))
    server.writeBytes(bytes.slice(cut))
    server.close()
    const run = new QueryRun()
    await run.start(REF, source)
    const snapshot = run.getSnapshot()
    expect(snapshot).toMatchObject({ state: 'done', durationMs: 34, failure: undefined })
    expect(rowsOf(snapshot)).toEqual([
      [],
      [
        ['1', 'ä😀'],
        ['2', null],
        ['3', ''],
      ],
    ])
    expect(snapshot.outcomes[0]).toMatchObject({
      fields: undefined,
      notices: [{ severity: 'NOTICE', message: 'grüezi' }],
      end: { command: 'CREATE TABLE', rowCount: null },
    })
    expect(snapshot.outcomes[1]?.end).toEqual({
      command: 'SELECT',
      rowCount: 3,
      truncated: false,
      durationMs: 12,
    })
  }
})

test('the text is sent unchanged', async () => {
  const server = serve()
  server.write({ type: 'end', durationMs: 1 })
  server.close()
  await new QueryRun().start(REF, { sql: ' select 1;\n', from: 7 })
  const [url, init] = server.fetched.mock.calls[0]!
  expect(url).toBe(`/platform/pg-meta/${REF}/query/stream`)
  expect(JSON.parse(init.body as string)).toEqual({ query: ' select 1;\n' })
})

test('rows are available while the rest is still arriving', async () => {
  const server = serve()
  const run = new QueryRun()
  const over = run.start(REF, source)
  server.write(fieldsOf('id'), { type: 'rows', rows: [['1']] })
  await waitFor(() => expect(rowsOf(run.getSnapshot())).toEqual([[['1']]]))
  expect(run.getSnapshot().state).toBe('running')
  expect(run.getSnapshot().outcomes[0]?.end).toBeUndefined()
  server.write({ type: 'rows', rows: [['2']] }, statementEnd('SELECT', 2), { type: 'end', durationMs: 1 })
  server.close()
  await over
  expect(rowsOf(run.getSnapshot())).toEqual([[['1'], ['2']]])
})

test('many events between two frames cause one update', async () => {
  const server = serve()
  const run = new QueryRun()
  const seen: string[] = []
  run.subscribe(() => seen.push(run.getSnapshot().state))
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  const over = run.start(REF, source)
  server.write(
    fieldsOf('id'),
    ...Array.from({ length: 50 }, (): QueryEvent => ({ type: 'rows', rows: [['1']] })),
  )
  await waitFor(() => expect(frames).toHaveLength(1))
  server.close()
  await over
  expect(seen).toEqual(['running', 'failed'])
})

test('the previous results stay, marked as such, until the next run returns something', async () => {
  const first = serve()
  const run = new QueryRun()
  first.write(fieldsOf('id'), { type: 'rows', rows: [['old']] }, { type: 'end', durationMs: 1 })
  first.close()
  await run.start(REF, source)

  const second = serve()
  const over = run.start(REF, source)
  expect(run.getSnapshot().state).toBe('running')
  expect(run.getSnapshot().resultsOf).not.toBe(run.getSnapshot().startedAt)
  expect(rowsOf(run.getSnapshot())).toEqual([[['old']]])
  second.write(fieldsOf('id'))
  await waitFor(() => expect(run.getSnapshot().resultsOf).toBe(run.getSnapshot().startedAt))
  expect(rowsOf(run.getSnapshot())).toEqual([[]])
  second.close()
  await over
})

test('a second start while one runs is ignored', async () => {
  const server = serve()
  const run = new QueryRun()
  const over = run.start(REF, source)
  await run.start(REF, { sql: 'select 2', from: 0 })
  expect(server.fetched).toHaveBeenCalledTimes(1)
  expect(run.getSnapshot().source).toBe(source)
  server.close()
  await over
})

test('an error from PostgreSQL keeps earlier results', async () => {
  const server = serve()
  const sql = { sqlstate: '42P01', formattedError: 'ERROR:  42P01: no such thing', position: 3 }
  server.write(fieldsOf('id'), { type: 'rows', rows: [['1']] }, statementEnd('SELECT', 1), {
    type: 'error',
    code: 'sql_failed',
    message: 'no such thing',
    sql,
  })
  server.close()
  const run = new QueryRun()
  await run.start(REF, source)
  expect(run.getSnapshot()).toMatchObject({ state: 'failed', failure: { message: 'no such thing', sql } })
  expect(rowsOf(run.getSnapshot())).toEqual([[['1']]])
})

test('a rejected request reports its request id', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { code: 'instance_unavailable', message: 'Project is paused.', requestId: 'r7' },
      { status: 503 },
    ),
  )
  const run = new QueryRun()
  await run.start(REF, source)
  expect(run.getSnapshot()).toMatchObject({
    state: 'failed',
    failure: { message: 'Project is paused.', requestId: 'r7' },
  })
})

test.each(['close', 'break'] as const)(
  'a stream without an end event (%s) is a lost connection',
  async (how) => {
    const server = serve()
    const run = new QueryRun()
    const over = run.start(REF, source)
    server.write(fieldsOf('id'))
    await waitFor(() => expect(run.getSnapshot().outcomes).toHaveLength(1))
    server[how]()
    await over
    expect(run.getSnapshot()).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining('connection to the server was lost') },
    })
  },
)

test('cancelling stops the query in the database and waits for its end', async () => {
  const server = serve(async () => {
    server.write({
      type: 'error',
      code: 'sql_failed',
      message: 'canceling statement due to user request',
      sql: { sqlstate: '57014', formattedError: '' },
    })
    server.close()
    return Response.json({ done: true })
  })
  const run = new QueryRun()
  const over = run.start(REF, source)
  server.write({ type: 'started', id: QUERY_ID }, fieldsOf('id'), { type: 'rows', rows: [['1']] })
  await waitFor(() => expect(run.getSnapshot().outcomes).toHaveLength(1))
  const cancelled = run.cancel()
  expect(run.getSnapshot().state).toBe('cancelling')
  await Promise.all([over, cancelled])
  const [url, init] = server.fetched.mock.calls[1]!
  expect([init.method, url]).toEqual(['DELETE', `/platform/projects/${REF}/queries/${QUERY_ID}`])
  expect(run.getSnapshot()).toMatchObject({ state: 'cancelled', failure: undefined })
  expect(rowsOf(run.getSnapshot())).toEqual([[['1']]])
})

test('a query cancelled before it has an id is aborted at once', async () => {
  const server = serve()
  const run = new QueryRun()
  const over = run.start(REF, source)
  await run.cancel()
  await over
  expect(run.getSnapshot().state).toBe('cancelled')
  expect(server.fetched).toHaveBeenCalledTimes(1)
})

test('a query that ended before the cancel arrived is done', async () => {
  const server = serve(async () => {
    server.write({ type: 'end', durationMs: 5 })
    server.close()
    return Response.json({ code: 'not_found', message: 'Query', requestId: '' }, { status: 404 })
  })
  const run = new QueryRun()
  const over = run.start(REF, source)
  server.write({ type: 'started', id: QUERY_ID }, fieldsOf('id'))
  await waitFor(() => expect(run.getSnapshot().outcomes).toHaveLength(1))
  await Promise.all([run.cancel(), over])
  expect(run.getSnapshot().state).toBe('done')
})

test('a cancelled query that does not end is abandoned', async () => {
  const server = serve(async () => Response.json({ done: true }))
  const run = new QueryRun()
  const over = run.start(REF, source)
  server.write({ type: 'started', id: QUERY_ID }, fieldsOf('id'))
  await waitFor(() => expect(run.getSnapshot().outcomes).toHaveLength(1))
  vi.useFakeTimers()
  const cancelled = run.cancel()
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all([over, cancelled])
  expect(run.getSnapshot().state).toBe('cancelled')
})

test('a query that the database fails to stop is still running and can be cancelled again', async () => {
  let isStuck = true
  const server = serve(async () => {
    if (isStuck)
      return Response.json(
        { code: 'instance_unavailable', message: 'PostgreSQL has not stopped this query', requestId: '' },
        { status: 503 },
      )
    server.close()
    return Response.json({ done: true })
  })
  const run = new QueryRun()
  const over = run.start(REF, source)
  server.write({ type: 'started', id: QUERY_ID }, fieldsOf('id'))
  await waitFor(() => expect(run.getSnapshot().outcomes).toHaveLength(1))
  await run.cancel()
  expect(run.getSnapshot().state).toBe('running')
  expect(server.fetched).toHaveBeenCalledTimes(2)
  isStuck = false
  await Promise.all([run.cancel(), over])
  expect(server.fetched).toHaveBeenCalledTimes(3)
})

test('unknown events from a newer server are ignored', async () => {
  const server = serve()
  server.writeBytes(new TextEncoder().encode('{"type":"progress","percent":3}\n'))
  server.write(...events)
  server.close()
  const run = new QueryRun()
  await run.start(REF, source)
  expect(run.getSnapshot().state).toBe('done')
})

/** Answers no query, as a server that makes a backup first; `follows` is the status of a run that is looked for. */
function waiting(follows: number) {
  const bodies: { restore_point?: boolean }[] = []
  const stream = openStream()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/query/stream')) {
      bodies.push(JSON.parse(String(init.body)))
      if (bodies.length > 1) return stream.response
      return new Promise<Response>((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    }
    if (init.method === 'DELETE')
      return Response.json({ code: 'not_found', message: 'Gone', requestId: 'r' }, { status: 404 })
    return Response.json({ code: 'not_found', message: 'Gone', requestId: 'r' }, { status: follows })
  })
  return { ...stream, bodies }
}

test('SQL that waits for its backup runs without it when the server has not begun to run it', async () => {
  const { bodies, write, close } = waiting(404)
  const run = new QueryRun('a document')
  const first = run.start(REF, { ...source, removesData: true })
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(run.getSnapshot().waitsForWayBack).toBe(true)
  const second = run.runWithoutWayBack()
  await first
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies.map(({ restore_point }) => restore_point)).toEqual([true, undefined])
  expect(run.getSnapshot().waitsForWayBack).toBe(false)
  for (const event of events) write(event)
  close()
  await second
  expect(run.getSnapshot().state).toBe('done')
})

test('SQL that the server began to run meanwhile does not run twice', async () => {
  const { bodies } = waiting(200)
  const run = new QueryRun('a document')
  void run.start(REF, { ...source, removesData: true })
  await waitFor(() => expect(bodies).toHaveLength(1))
  await run.runWithoutWayBack()
  expect(bodies).toHaveLength(1)
  expect(run.getSnapshot().state).toBe('cancelled')
})
