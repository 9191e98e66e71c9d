import { endHeldTransaction, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { PREVIEW_TIMEOUT_MS } from '@basalt/contract/query/query.rules.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listenForQueries } from '../../../test/query-app.ts'
import { openQueries, type QueryFixture, REF } from '../../../test/query-fixture.ts'

const ANN = 'ann@example.com'
let queries: QueryFixture
beforeAll(async () => {
  queries = await openQueries()
  await queries.run('create table stock (id int primary key, amount int)')
})
afterAll(() => queries[Symbol.asyncDispose]())
beforeEach(async () => {
  await queries.held.rollBackOwn(REF, ANN)
  await queries.run('truncate stock; insert into stock values (1, 10), (2, 20)')
})

const amounts = async () => (await queries.run('select amount from stock order by id'))[0]?.rows.flat()
const change = 'begin; update stock set amount = amount + 1 where id = 1 returning *'
const openTransactions = async () =>
  (
    await queries.admin.query(
      "select 1 from pg_stat_activity where usename = $1 and state like 'idle in transaction%'",
      [queries.target.user],
    )
  ).rowCount

test('commits exactly the previewed change', async () => {
  const { id, end } = await queries.hold(change)
  expect(end).toEqual({ type: 'end', durationMs: expect.any(Number), heldForMs: PREVIEW_TIMEOUT_MS })
  expect(await amounts()).toEqual(['10', '20'])
  // Matching rows are not updated again: nothing is run a second time.
  expect(await queries.held.end(REF, ANN, id, 'commit')).toBe(true)
  expect(await amounts()).toEqual(['11', '20'])
  expect(await queries.held.end(REF, ANN, id, 'commit')).toBe(false)
  expect(await openTransactions()).toBe(0)
})

test('a rollback leaves no changes and releases the locks', async () => {
  const { id } = await queries.hold(change)
  expect(await queries.held.end(REF, ANN, id, 'rollback')).toBe(true)
  await queries.run("set lock_timeout = '1ms'; update stock set amount = 0 where id = 1")
  expect(await amounts()).toEqual(['0', '20'])
})

test('only its author can end it, and only in its project', async () => {
  const { id } = await queries.hold(change)
  expect(await queries.held.end(REF, 'bob@example.com', id, 'commit')).toBe(false)
  expect(await queries.held.end('bbbbbbbbbbbbbbbbbbbb', ANN, id, 'commit')).toBe(false)
  expect(await amounts()).toEqual(['10', '20'])
})

test("a new preview rolls back the author's previous one, but not that of another user", async () => {
  const first = await queries.hold(change)
  const others = await queries.hold(
    'begin; update stock set amount = 5 where id = 2 returning *',
    'bob@example.com',
  )
  const second = await queries.hold(`begin; set local lock_timeout = '5s'; ${change.slice('begin; '.length)}`)
  expect(await queries.held.end(REF, ANN, first.id, 'commit')).toBe(false)
  expect(await queries.held.end(REF, ANN, second.id, 'commit')).toBe(true)
  expect(await queries.held.end(REF, 'bob@example.com', others.id, 'commit')).toBe(true)
  expect(await amounts()).toEqual(['11', '5'])
})

test('a text that leaves no transaction open, or fails, holds nothing', async () => {
  const { id, end } = await queries.hold('update stock set amount = 1 where id = 1')
  expect(end).not.toHaveProperty('heldForMs')
  expect(await queries.held.end(REF, ANN, id, 'commit')).toBe(false)
  await expect(queries.hold(`${change}; select 1/0`)).rejects.toThrow('division by zero')
  await waitFor(async () => (await openTransactions()) === 0)
})

test('a failed commit is reported and rolled back', async () => {
  const { id } = await queries.hold(change)
  await queries.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and state = 'idle in transaction'",
    [queries.target.user],
  )
  await waitFor(async () => (await openTransactions()) === 0)
  const ended = await queries.held.end(REF, ANN, id, 'commit').catch((error: { code: string }) => error.code)
  expect([false, 'conflict']).toContain(ended)
  expect(await amounts()).toEqual(['10', '20'])
})

test('a read-only member cannot hold a transaction', async () => {
  const request = {
    ref: REF,
    startedBy: { userId: ANN, email: ANN },
    requestedAt: performance.now(),
    text: change.slice(7),
    origin: 'sql_editor' as const,
    rights: 'read' as const,
    holds: true,
  }
  const limits = { maxRows: 1, maxBytes: 1000 }
  const signal = new AbortController().signal
  await expect(queries.runner.start({ ...request, limits, signal })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

describe('an abandoned change', () => {
  test('is rolled back after a while', async () => {
    const soon = await openQueries({}, { heldMs: 20 })
    try {
      await soon.run('create table stock (id int); insert into stock values (1)')
      const { id, end } = await soon.hold('begin; update stock set id = 2 returning *')
      expect(end).toMatchObject({ heldForMs: 20 })
      await waitFor(async () => {
        const { rowCount } = await soon.admin.query(
          "select 1 from pg_stat_activity where usename = $1 and state like 'idle in transaction%'",
          [soon.target.user],
        )
        return rowCount === 0
      })
      expect(await soon.held.end(REF, ANN, id, 'commit')).toBe(false)
      expect((await soon.run('select id from stock'))[0]?.rows).toEqual([['1']])
    } finally {
      await soon[Symbol.asyncDispose]()
    }
  })

  test('does not delay stopping the database', async () => {
    const { id } = await queries.hold(change)
    await queries.pools.close(REF)
    expect(await queries.held.end(REF, ANN, id, 'commit')).toBe(false)
    expect(await amounts()).toEqual(['10', '20'])
  })
})

test('can be ended once over HTTP by the id of its query', async () => {
  const app = await listenForQueries(queries)
  const post = (path: string, payload: object) => app.inject({ method: 'POST', url: path, payload })
  try {
    const reply = await post(streamQuery.path.replace(':ref', REF), { query: change, hold: true })
    const events = reply.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as QueryEvent)
    expect(events.at(-1)).toMatchObject({ type: 'end', heldForMs: PREVIEW_TIMEOUT_MS })
    const started = events[0] as Extract<QueryEvent, { type: 'started' }>
    const path = endHeldTransaction.path.replace(':ref', REF).replace(':id', started.id)
    expect((await post(path, { how: 'keep' })).statusCode).toBe(400)
    expect((await post(path, { how: 'commit' })).json()).toEqual({ done: true })
    expect(await amounts()).toEqual(['11', '20'])
    const again = await post(path, { how: 'commit' })
    expect(again.statusCode).toBe(410)
    expect(again.json().message).toMatch('no longer open')
  } finally {
    await app.close()
  }
})
