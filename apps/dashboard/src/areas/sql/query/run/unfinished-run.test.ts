import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fieldsOf, openStream, statementEnd } from '../results/canned-stream.fixture.ts'
import { QueryRun } from './query-run.ts'
import { storedRun } from './unfinished-run.ts'

const REF = 'abcdefghijklmnopqrst'
const KEY = 'a-document'
const source = { sql: 'select 1 as a', from: 3, sent: 'select 1 as a limit 100', limit: 100 as const }

/** A server that keeps runs by id; a reloaded page gets `answer`. */
function serve(answer?: () => Response) {
  const calls: { url: string; method: string | undefined; body: { keep?: string } }[] = []
  const streams: ReturnType<typeof openStream>[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body, signal }: RequestInit) => {
    calls.push({ url, method, body: JSON.parse(String(body ?? '{}')) })
    if (answer && method === 'GET') return answer()
    if (method === 'DELETE') return Response.json({ done: true })
    const stream = openStream()
    streams.push(stream)
    signal?.addEventListener('abort', () => stream.break())
    return stream.response
  })
  return { calls, streams }
}

const resultEvents = (id: string): QueryEvent[] => [
  { type: 'started', id },
  fieldsOf('a:int4'),
  { type: 'rows', rows: [['1']] },
  statementEnd('SELECT', 1),
  { type: 'end', durationMs: 12 },
]

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('a reloaded page resumes its run and receives the results', async () => {
  const { calls, streams } = serve()
  void new QueryRun(KEY).start(REF, source)
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  const id = calls[0]?.body.keep ?? ''
  expect(storedRun(KEY)).toMatchObject({ ref: REF, id, source })

  const after = new QueryRun(KEY)
  const resumed = after.resume()
  await vi.waitFor(() => expect(streams).toHaveLength(2))
  expect(calls[1]).toMatchObject({ method: 'GET', url: `/platform/projects/${REF}/queries/${id}/stream` })
  expect(after.getSnapshot()).toMatchObject({ state: 'running', source })
  streams[1]!.write(...resultEvents(id))
  streams[1]!.close()
  await resumed
  expect(after.getSnapshot()).toMatchObject({ state: 'done', durationMs: 12, source })
  expect(after.getSnapshot().outcomes[0]?.columns[0]?.at(0)).toBe('1')
})

test('a run that the server no longer has is not a failure', async () => {
  serve(() => Response.json({ code: 'not_found', message: 'Query', requestId: '' }, { status: 404 }))
  sessionStorage.setItem(
    `run.${KEY}`,
    JSON.stringify({ ref: REF, id: crypto.randomUUID(), source: { sql: 'select 1', from: 0 } }),
  )
  const run = new QueryRun(KEY)
  await run.resume()
  expect(run.getSnapshot().state).toBe('idle')
  expect(storedRun(KEY)).toBeUndefined()
})

test.each([
  ['a preview', { isPreview: true }],
  ['a run as another role', { role: { role: 'anon' } }],
])('%s is not stored, and the previous run is removed', async (_case, more) => {
  const { calls, streams } = serve()
  sessionStorage.setItem(`run.${KEY}`, '{}')
  const over = new QueryRun(KEY).start(REF, { ...source, ...more })
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  streams[0]!.close()
  await over
  expect(calls[0]?.body).not.toHaveProperty('keep')
  expect(sessionStorage.getItem(`run.${KEY}`)).toBeNull()
})

test('a run cancelled before the server assigned an id is also cancelled by its client id', async () => {
  const { calls, streams } = serve()
  const run = new QueryRun(KEY)
  void run.start(REF, source)
  await vi.waitFor(() => expect(streams).toHaveLength(1))
  await run.cancel()
  expect(run.getSnapshot().state).toBe('cancelled')
  expect(calls.at(-1)).toMatchObject({
    method: 'DELETE',
    url: `/platform/projects/${REF}/queries/${calls[0]?.body.keep}`,
  })
})

test.each(['', 'nonsense', '{"ref":1}', '{"ref":"a","id":"b","source":{}}'])(
  'an invalid stored run, %j, is ignored',
  async (text) => {
    sessionStorage.setItem(`run.${KEY}`, text)
    expect(storedRun(KEY)).toBeUndefined()
  },
)
