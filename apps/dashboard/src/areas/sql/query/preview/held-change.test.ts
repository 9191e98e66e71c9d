import { afterEach, expect, test, vi } from 'vitest'
import { fieldsOf, openStream, QUERY_ID, statementEnd } from '../results/canned-stream.fixture.ts'
import { QueryRun } from '../run/query-run.ts'

const REF = 'abcdefghijklmnopqrst'
const preview = { sql: 'update a set b = 1', from: 0, sent: 'begin; update a set b = 1', isPreview: true }
const END = `/platform/projects/${REF}/queries/${QUERY_ID}/end`

/** A server that holds previewed changes, and responds with `answer` when one is ended. */
function serve(answer: () => Response = () => Response.json({ done: true })) {
  const calls: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push([url, JSON.parse(String(init.body))])
    if (!url.endsWith('/query/stream')) return answer()
    const stream = openStream()
    stream.write(
      { type: 'started', id: QUERY_ID },
      fieldsOf('old:jsonb', 'new:jsonb'),
      statementEnd('UPDATE', 0),
      { type: 'end', durationMs: 1, heldForMs: 60_000 },
    )
    stream.close()
    return stream.response
  })
  return calls
}

const refusal = (status: number, code: string, message: string) => () =>
  Response.json({ code, message, requestId: 'r' }, { status })

afterEach(() => vi.unstubAllGlobals())

async function previewed(answer?: () => Response) {
  const calls = serve(answer)
  const run = new QueryRun()
  await run.start(REF, preview)
  return { run, calls }
}

test('a preview holds its change, and commit applies exactly that change', async () => {
  const { run, calls } = await previewed()
  expect(calls[0]?.[1]).toMatchObject({ query: preview.sent, hold: true })
  expect(run.getSnapshot().held).toMatchObject({ id: QUERY_ID, state: 'open' })
  await run.endHeld('commit')
  expect(run.getSnapshot().held?.state).toBe('committed')
  expect(calls[1]).toEqual([END, { how: 'commit' }])
  await run.endHeld('rollback')
  expect(calls).toHaveLength(2)
})

test('a change that removes data gets a restore point when it is committed, and none while it is only previewed', async () => {
  const calls = serve()
  const run = new QueryRun()
  await run.start(REF, { ...preview, removesData: true })
  expect(calls[0]?.[1]).not.toHaveProperty('restore_point')
  await run.endHeld('commit')
  expect(calls[1]).toEqual([END, { how: 'commit', restore_point: true }])
})

test('another run first rolls back an abandoned preview', async () => {
  const { run, calls } = await previewed()
  await run.start(REF, { sql: 'select 1', from: 0 })
  expect(calls.slice(1)).toEqual([
    [END, { how: 'rollback' }],
    [expect.stringMatching('/query/stream'), { query: 'select 1' }],
  ])
})

test('committing a change that was rolled back in the meantime reports the server’s message', async () => {
  const { run } = await previewed(refusal(410, 'gone', 'This change is no longer open'))
  await run.endHeld('commit')
  expect(run.getSnapshot().held).toMatchObject({
    state: 'undone',
    failure: 'This change is no longer open',
  })
})

test('a commit without a response is not reported as rolled back', async () => {
  const { run } = await previewed(() => {
    throw new TypeError('network error')
  })
  await run.endHeld('commit')
  expect(run.getSnapshot().held?.failure).toContain('may have been committed')
})
