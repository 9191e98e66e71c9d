import {
  cancelQuery,
  listRunningQueries,
  runQuery,
  streamQuery,
} from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const pathOf = (path: string, id = '') => path.replace(':ref', REF).replace(':id', id)
const listRunning = async () => (await app.inject({ url: pathOf(listRunningQueries.path) })).json()

describe('a running query', () => {
  const begin = (path: string, query: string, signal?: AbortSignal, server = app) =>
    postOver(server, pathOf(path), { query }, signal)
  const isSleeping = async () => {
    const { rows } = await queries.admin.query(
      "select from pg_stat_activity where usename = $1 and state = 'active' and query like '%pg_sleep%'",
      [queries.target.user],
    )
    return rows.length > 0
  }

  test('is listed, and cancelled by its id', async () => {
    const answer = begin(runQuery.path, 'select pg_sleep(600)')
    const [entry] = await waitFor(async () => {
      const list = await listRunning()
      return list.length > 0 && (await isSleeping()) ? list : undefined
    })
    expect(entry).toMatchObject({ query: 'select pg_sleep(600)', started_by: 'ann@example.com' })
    const reply = await app.inject({ method: 'DELETE', url: pathOf(cancelQuery.path, entry.id) })
    expect(reply.json()).toEqual({ done: true })
    expect(await (await answer).json()).toMatchObject({ code: 'sql_failed', sqlstate: '57014' })
    await waitFor(async () => (await listRunning()).length === 0)
  })

  test('that does not exist cannot be cancelled', async () => {
    const reply = await app.inject({ method: 'DELETE', url: pathOf(cancelQuery.path, crypto.randomUUID()) })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['a response', runQuery.path],
    ['a stream', streamQuery.path],
  ])('stops in the database when the client waiting for %s disconnects', async (_case, path) => {
    const client = new AbortController()
    const answer = begin(path, 'select pg_sleep(600)', client.signal).then((reply) => reply.text())
    const outcome = expect(answer).rejects.toThrow('aborted')
    await waitFor(isSleeping)
    client.abort()
    await outcome
    await waitFor(async () => !(await isSleeping()))
    await waitFor(async () => (await listRunning()).length === 0)
  })

  test('waits in the database while its client reads nothing, and ends when the client disconnects', async () => {
    await queries.run('create sequence sent')
    const client = new AbortController()
    const sql = "select nextval('sent'), repeat('x', 10000) from generate_series(1, 1000000)"
    const reply = await begin(streamQuery.path, sql, client.signal)
    expect(reply.status).toBe(200)
    const backend = async () => {
      const { rows } = await queries.admin.query<{ wait_event_type: string }>(
        "select wait_event_type from pg_stat_activity where usename = $1 and query like '%nextval%'",
        [queries.target.user],
      )
      return rows
    }
    const taken = async () =>
      (await queries.admin.query('select last_value from sent')).rows[0].last_value as string
    const steady = await waitFor(async () => {
      const before = await taken()
      const [only] = await backend()
      return only?.wait_event_type === 'Client' && before === (await taken()) ? before : undefined
    })
    expect(Number(steady)).toBeLessThan(10_000)
    client.abort()
    await waitFor(async () => (await backend()).length === 0)
  })
  test('does not delay the shutdown of the server', async () => {
    const others = await openQueries()
    const server = await listenForQueries(others)
    const answer = begin(runQuery.path, 'select pg_sleep(601)', undefined, server)
    await waitFor(() => others.running.of(REF).length === 1)
    const [reply] = await Promise.all([answer, server.close()])
    expect(await reply.json()).toMatchObject({ code: 'instance_unavailable' })
    await others[Symbol.asyncDispose]()
  })
})
