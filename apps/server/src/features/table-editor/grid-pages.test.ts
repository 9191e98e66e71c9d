import { createServer, type Server, type Socket } from 'node:net'
import type { AnyEndpoint, Output } from '@basalt/contract/endpoint.ts'
import { requestUrl } from '@basalt/contract/request-url.ts'
import type { GridEdit, GridPage, GridRowsQuery } from '@basalt/contract/table-editor/grid.schema.ts'
import { countRows, listRows } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberReads } from '../../platform/project-databases/sql/member-reads.ts'
import { memberTransactions } from '../../platform/project-databases/sql/member-transaction.ts'
import { memberTrips } from '../../platform/project-databases/sql/member-trips.ts'
import { sqlPools } from '../../platform/project-databases/sql/sql-pools.ts'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { changingRights } from '../../test/query-fixture.ts'
import { gridService } from './grid.service.ts'
import type { GridCall } from './grid-relations.ts'

const ROWS = 120_000

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi('')
  await project.sql(`
    create table many (id int primary key, half text not null, name text not null);
    insert into many select n, case when n % 2 = 0 then 'even' else 'odd' end, md5(n::text)
      from generate_series(1, ${ROWS}) n;
    create index on many (half, id);
    create table few as select n as a, 'row ' || n as b from generate_series(1, 250) n;
    create view viewed as select a, b from few union all select 0, 'zero';
    analyze many;
    analyze few`)
})
afterAll(() => project[Symbol.asyncDispose]())

const sql = (text: string) => project.sql(text)
const oidOf = async (name: string): Promise<string> =>
  (await project.sql('select $1::regclass::oid::int8::text as oid', [name]))[0]!.oid

async function answer<E extends AnyEndpoint>(endpoint: E, name: string, query: object): Promise<Output<E>> {
  const params = { ref: project.ref, oid: await oidOf(name) }
  const { status, body } = await project.owner.call(endpoint, { params, query } as never)
  expect([status, body]).toMatchObject([200, {}])
  return body as Output<E>
}
const rows = (name: string, query: object): Promise<GridPage> => answer(listRows, name, query)
const firstOf = ({ rows: [row] }: GridPage) => Number(row?.cells[0])

test.each([
  ['a table with a key', 'many', 1, ROWS],
  ['a table without a key', 'few', 1, 250],
  ['a view', 'viewed', 1, 251],
])('in %s a page begins at exactly the row that was asked for', async (_what, name, first, total) => {
  for (const row of [0, 1, 100, 249]) {
    const page = await rows(name, { at: 'row', row, limit: 2 })
    expect([firstOf(page) - first, page.place, page.has_before]).toEqual([
      row,
      { row, is_estimate: false },
      row > 0,
    ])
    expect(page.has_after).toBe(row + 2 < total)
  }
})

test('pages follow a page at a row without a gap', async () => {
  const page = await rows('many', { at: 'row', row: 40_000, limit: 10, sort: 'half:asc' })
  const next = await rows('many', { at: 'after', cursor: page.end, limit: 10, sort: 'half:asc' })
  const before = await rows('many', { at: 'before', cursor: page.start, limit: 10, sort: 'half:asc' })
  const seen = [before, page, next].flatMap(({ rows: found }) => found.map(({ row }) => Number(row[0])))
  expect(seen).toEqual(Array.from({ length: 30 }, (_, place) => (39_990 + place + 1) * 2))
})

test.each([
  ['by its key', undefined],
  ['by a column of two values', 'half:asc'],
])('far into a long table, %s, a page begins about there and says so', async (_what, sort) => {
  for (const row of [60_001, 90_000, 110_000]) {
    const page = await rows('many', { at: 'row', row, count: ROWS, limit: 5, ...(sort && { sort }) })
    const id = firstOf(page)
    const isBefore = sort ? `(half, id) < (select half, id from many where id = ${id})` : `id < ${id}`
    const [{ before }] = await sql(`select count(*)::int as before from many where ${isBefore}`)
    expect(page.place?.is_estimate).toBe(true)
    expect(Math.abs(before - row) / ROWS).toBeLessThan(0.03)
    expect(Math.abs(page.place!.row - row) / ROWS).toBeLessThan(0.03)
  }
})

test('behind the end comes the last page', async () => {
  expect(firstOf(await rows('few', { at: 'row', row: 5000, limit: 10 }))).toBe(241)
  expect(
    firstOf(await rows('many', { at: 'row', row: 5_000_000, count: 10_000_000, limit: 10 })),
  ).toBeGreaterThan(0)
  expect(firstOf(await rows('many', { at: 'row', row: ROWS + 9, count: ROWS, limit: 10 }))).toBeGreaterThan(
    ROWS - 5000,
  )
  const view = await rows('viewed', { at: 'row', row: 5000, limit: 10 })
  expect([view.rows.length, view.place]).toEqual([10, { row: 241, is_estimate: false }])
})

test('a page at a row needs its number', async () => {
  const params = { ref: project.ref, oid: await oidOf('few') }
  expect(await project.owner.call(listRows, { params, query: { at: 'row' } } as never)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

test('few rows are counted at once, many are estimated, and a costly view is not counted unasked', async () => {
  await sql('create view costly as select count(*) from many a join many b on a.half = b.half')
  expect(await answer(countRows, 'few', {})).toEqual({ count: 250, is_estimate: false })
  expect(await answer(countRows, 'many', {})).toEqual({ count: ROWS, is_estimate: true })
  expect(await answer(countRows, 'many', { filter: 'id:lte:70' })).toEqual({ count: 70, is_estimate: false })
  expect(await answer(countRows, 'costly', {})).toEqual({ count: 1, is_estimate: true })
  expect(await answer(countRows, 'many', { exact: 'true' })).toEqual({ count: ROWS, is_estimate: false })
})

test('a count that is cancelled ends in PostgreSQL', async () => {
  await sql(
    `create view endless as select a from generate_series(1, 1000000) a, generate_series(1, 1000000) b`,
  )
  const running = () =>
    sql(
      `select pid from pg_stat_activity where state = 'active' and query like '%"endless"%' and pid <> pg_backend_pid()`,
    )
  const client = new AbortController()
  const params = { ref: project.ref, oid: await oidOf('endless') }
  const counting = fetch(
    `${project.origin}${requestUrl(countRows, { params, query: { exact: 'true' } } as never)}`,
    {
      headers: { cookie: project.owner.headers.cookie! },
      signal: client.signal,
    },
  )
  await waitFor(async () => (await running()).length > 0)
  client.abort()
  await expect(counting).rejects.toThrow()
  await waitFor(async () => (await running()).length === 0)
})

/** The code of Sync, with which a client ends what it wants answered. */
const SYNC = 'S'.charCodeAt(0)
/** The code of a simple query. */
const QUERY = 'Q'.charCodeAt(0)

/** Passes connections on to PostgreSQL and counts what clients wait for. */
async function countingProxy(target: { host: string; port: number }) {
  let count = 0
  const sockets = new Set<Socket>()
  const proxy: Server = createServer((client) => {
    const upstream = new (client.constructor as typeof Socket)()
    upstream.connect(target.port, target.host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    let left = Buffer.alloc(0)
    // Of all messages, only the first has no code.
    let codeBytes = 0
    client.on('data', (bytes) => {
      left = Buffer.concat([left, bytes])
      while (left.length >= codeBytes + 4) {
        const end = codeBytes + left.readInt32BE(codeBytes)
        if (left.length < end) break
        if (codeBytes === 1 && (left[0] === SYNC || left[0] === QUERY)) count += 1
        codeBytes = 1
        left = left.subarray(end)
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => client.write(bytes))
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as { port: number }).port,
    count: () => count,
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

/** The service behind a proxy that counts what it sends, and a call of a table. */
async function countedService(table: string) {
  const { endpoint } = await project.engine.facts(project.ref)
  const proxy = await countingProxy({ host: '127.0.0.1', port: endpoint!.port })
  const target = { host: '127.0.0.1', port: proxy.port, database: 'postgres', user: 'postgres' }
  const pools = sqlPools(async () => ({ ...target, password: project.target.password }))
  const { rights } = changingRights()
  const kept: string[] = []
  const service = gridService({
    reads: memberReads({ acquire: pools.acquire, rights, mustBeUnlocked: async () => undefined }),
    trips: memberTrips({ acquire: pools.acquire, rights, mustBeUnlocked: async () => undefined }),
    transaction: memberTransactions({
      acquire: pools.acquire,
      rights,
      mustBeUnlocked: async () => undefined,
    }),
    recorded: (_call, _origin, work) => work(() => undefined),
    ownerRows: async () => [],
    saves: {
      find: async () => undefined,
      keep: async ({ transaction }) => void kept.push(transaction),
    },
  })
  const call: GridCall = {
    ref: project.ref,
    email: 'ann@example.com',
    oid: Number(await oidOf(table)),
    member: { rights: 'everything', userId: 'ann', requestedAt: performance.now() },
    signal: new AbortController().signal,
  }
  return {
    service,
    call,
    kept,
    /** How many round trips the work takes, and what it returns. */
    async counted<T>(work: () => Promise<T>) {
      const before = proxy.count()
      const result = await work()
      return { result, trips: proxy.count() - before }
    },
    async [Symbol.asyncDispose]() {
      await pools.closeAll()
      proxy.close()
    },
  }
}

test('a page of a table that was read before takes one round trip to PostgreSQL', async () => {
  await using counting = await countedService('many')
  const { service, call, counted } = counting
  const query: GridRowsQuery = { filter: [], sort: [], limit: 100, at: 'first' }
  const first = await service.rows(call, query)
  await service.rows(call, { ...query, at: 'row', row: 70_000, count: ROWS })
  for (const request of [
    query,
    { ...query, at: 'last' },
    { ...query, at: 'after', cursor: first.end! },
    { ...query, at: 'row', row: 5000 },
    { ...query, at: 'row', row: 90_000, count: ROWS },
    { ...query, filter: ['id:gt:7'], sort: ['half:desc'] },
  ] satisfies GridRowsQuery[]) {
    const { result, trips } = await counted(() => service.rows(call, request))
    expect([result.rows.length, trips]).toEqual([100, 1])
  }
})

test('a thousand edits are saved in one round trip, and one more commits when the save is recorded', async () => {
  await project.sql(`
    create table edited (id int primary key, name text not null, twice int generated always as (id * 2) stored);
    insert into edited (id, name) select n, 'old' from generate_series(1, 1000) n`)
  await using counting = await countedService('edited')
  const { service, call, counted, kept } = counting
  await service.rows(call, { filter: [], sort: [], limit: 100, at: 'first' })
  const editsFrom = (old: string, name: string): GridEdit[] =>
    Array.from({ length: 1000 }, (_, at) => ({
      kind: 'update',
      row: [String(at + 1)],
      old: { name: old },
      set: { name },
    }))
  const names = async () =>
    await project.sql('select name, count(*)::int from edited group by name order by name')

  const saved = await counted(() => service.save(call, editsFrom('old', 'new'), undefined))
  expect(saved.trips).toBe(1)
  expect(saved.result).toHaveLength(1000)
  expect(saved.result[999]).toEqual({
    outcome: 'saved',
    row: ['1000'],
    before: { name: 'old' },
    after: { name: 'new', id: '1000', twice: '2000' },
    is_undoable: true,
  })
  expect(await names()).toEqual([{ name: 'new', count: 1000 }])

  const recorded = await counted(() => service.save(call, editsFrom('new', 'newer'), 'a save'))
  expect(recorded.trips).toBe(2)
  expect(kept).toEqual([expect.stringMatching(/^\d+$/)])
  expect(await names()).toEqual([{ name: 'newer', count: 1000 }])

  // One row was changed by somebody else: the others are saved, and it is told.
  await project.sql(`update edited set name = 'theirs' where id = 500`)
  const results = await service.save(call, editsFrom('newer', 'newest'), undefined)
  expect(results.filter(({ outcome }) => outcome === 'saved')).toHaveLength(999)
  expect(results[499]).toMatchObject({ outcome: 'conflict', current: { cells: ['500', 'theirs', '1000'] } })
  expect(await names()).toEqual([
    { name: 'newest', count: 999 },
    { name: 'theirs', count: 1 },
  ])
})

test('a save in one round trip is not committed when its record cannot be kept', async () => {
  await project.sql(`create table unrecorded (id int primary key, name text);
    insert into unrecorded values (1, 'old')`)
  await using counting = await countedService('unrecorded')
  const { service, call, kept } = counting
  await service.rows(call, { filter: [], sort: [], limit: 100, at: 'first' })
  kept.push = () => {
    throw new Error('The metadata are gone')
  }
  const edits: GridEdit[] = [{ kind: 'update', row: ['1'], old: { name: 'old' }, set: { name: 'new' } }]
  await expect(service.save(call, edits, 'a save')).rejects.toThrow('was not stored')
  expect(await project.sql('select name from unrecorded')).toEqual([{ name: 'old' }])
})

test('the settings of a page do not outlive it, and a role is taken for it alone', async () => {
  const pools = sqlPools(async () => project.target)
  const { rights } = changingRights()
  const transaction = memberTransactions({
    acquire: pools.acquire,
    rights,
    mustBeUnlocked: async () => undefined,
  })
  const member = { rights: 'everything', userId: 'ann', requestedAt: performance.now() } as const
  const options = {
    access: 'read only',
    settings: { statement_timeout: '60s' },
    signal: new AbortController().signal,
  } as const
  const inside = { text: "select current_user, current_setting('statement_timeout')", values: [] }
  try {
    const opening = [{ text: 'select 1', values: [] }, inside]
    const opened = await transaction(
      project.ref,
      { ...member, role: 'anon' },
      { ...options, opening },
      async (_run, _client, _signal, found) => found,
    )
    expect(opened).toEqual([['anon', '1min']])
    expect(
      await transaction(project.ref, member, { ...options, settings: {} }, (run) => run(inside)),
    ).toEqual([['postgres', '0']])
    await expect(
      transaction(
        project.ref,
        member,
        { ...options, opening: [{ text: 'select 1/0', values: [] }] },
        async () => 1,
      ),
    ).rejects.toBeInstanceOf(pg.DatabaseError)
    await expect(
      transaction(project.ref, { ...member, role: 'nobody at all' }, options, async () => 1),
    ).rejects.toMatchObject({ code: 'conflict' })
  } finally {
    await pools.closeAll()
  }
})
