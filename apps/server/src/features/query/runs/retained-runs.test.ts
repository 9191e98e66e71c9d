import { cancelQuery, followQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForQueries, postOver, type QueryApp } from '../../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'

let queries: QueryFixture
let app: QueryApp
beforeAll(async () => {
  queries = await openQueries()
  app = await listenForQueries(queries)
})
afterAll(async () => {
  await app.close()
  await queries[Symbol.asyncDispose]()
})

const at = (path: string, id = '') => path.replace(':ref', REF).replace(':id', id)
const eventsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as QueryEvent)
const follow = async (id: string) => {
  const reply = await app.inject({ method: 'GET', url: at(followQuery.path, id) })
  return { reply, events: reply.statusCode === 200 ? eventsOf(reply.body) : [] }
}
/** Starts a retained run, and disconnects once its id has arrived. */
async function leave(query: string) {
  const id = crypto.randomUUID()
  const page = new AbortController()
  const response = await postOver(app, at(streamQuery.path), { query, keep: id }, page.signal)
  const first = await response.body!.getReader().read()
  expect(new TextDecoder().decode(first.value)).toContain(id)
  page.abort()
  return id
}

test('a run continues after its page disconnects, and its result can be fetched again', async () => {
  const blocker = await queries.admin.connect()
  await blocker.query('select pg_advisory_lock(7)')
  const id = await leave(
    'create table built as select 1 as a; select pg_advisory_lock_shared(7); table built',
  )
  expect(queries.running.of(REF)).toMatchObject([{ id }])
  const following = follow(id)
  await blocker.query('select pg_advisory_unlock_all()')
  blocker.release()
  const { events } = await following
  expect(events.filter(({ type }) => type === 'started')).toHaveLength(1)
  expect(events.findLast(({ type }) => type === 'rows')).toEqual({ type: 'rows', rows: [['1']] })
  expect(events.at(-1)?.type).toBe('end')
  expect((await queries.run('table built'))[0]?.rows).toEqual([['1']])
  // Also after its end.
  expect((await follow(id)).events).toEqual(events)
})

test('the failure of a run can be fetched again, and the run cancelled by its id', async () => {
  const failed = await leave('select 1/0')
  expect((await follow(failed)).events.at(-1)).toMatchObject({ type: 'error', message: 'division by zero' })
  const long = await leave('select pg_sleep(600)')
  await waitFor(() => queries.running.of(REF).some(({ id }) => id === long))
  const cancelled = await app.inject({ method: 'DELETE', url: at(cancelQuery.path, long) })
  expect(cancelled.statusCode).toBe(200)
  expect((await follow(long)).events.at(-1)).toMatchObject({ type: 'error', sql: { sqlstate: '57014' } })
})

test('too many rows are dropped, and a notice says so', async () => {
  const id = await leave("select repeat('x', 1000) from generate_series(1, 5000)")
  const { events } = await follow(id)
  await waitFor(async () => (await follow(id)).events.every(({ type }) => type !== 'rows'))
  expect(events.at(-1)?.type).toBe('end')
  const again = (await follow(id)).events
  expect(again.filter(({ type }) => type === 'notice')).toMatchObject([
    { notice: { message: expect.stringMatching('too many to keep') } },
  ])
  expect(again.find(({ type }) => type === 'statement')).toMatchObject({ rowCount: 5000 })
})

test('a connected reader gets all rows, and an id can be used once', async () => {
  const id = crypto.randomUUID()
  const post = () =>
    app.inject({
      method: 'POST',
      url: at(streamQuery.path),
      payload: { query: 'select generate_series(1, 100000)', keep: id },
    })
  const events = eventsOf((await post()).body)
  expect(events.flatMap((event) => (event.type === 'rows' ? event.rows : []))).toHaveLength(100_000)
  expect((await post()).statusCode).toBe(409)
})

test('only the author can follow a run', async () => {
  expect((await follow(crypto.randomUUID())).reply.statusCode).toBe(404)
})
