import { beforeAll, describe, expect, test } from 'vitest'
import { costOf, testDatabase } from '../database.fixture.ts'
import { NO_FILTER, planFilter } from '../filters/filter-sql.ts'
import { jumpStatistics, readJumps, tieStatistics } from '../jumps/jump.ts'
import { type PageSource, pageStatement, readPage } from './page.ts'
import { planPages } from './page-plan.ts'
import type { PageRequest } from './page-request.ts'
import type { SortRule } from './sort.ts'

/** 200,000 rows in about 3,000 blocks: a full scan cannot be mistaken for an index. */
const ROWS = 200_000
const BIG = `
  create table big (
    id bigint primary key,
    created_at timestamptz,
    status text not null,
    score numeric,
    plain int,
    note text not null,
    mixed int not null
  );
  insert into big select n, case when n % 10 <> 0 then '2026-01-01'::timestamptz + (n * 7919 % ${ROWS}) * interval '1 minute' end,
    (array['open', 'done', 'gone'])[1 + n % 3], case when n % 7 <> 0 then n * 31 % 1000 end, n * 13 % 1000, repeat('x', 60), n % 50
    from generate_series(1, ${ROWS}) n;
  create index on big (created_at);
  create index on big (status, created_at, id);
  create index on big (score, id);
  create index on big (mixed desc, id);
  create table words (id text primary key); insert into words select md5(n::text) from generate_series(1, 50000) n;
  create table bare as select id, note from big;
  create table parted (id bigint primary key, at int) partition by range (id);
  create table parted_1 partition of parted for values from (0) to (100000);
  create table parted_2 partition of parted for values from (100000) to (1000000);
  insert into parted select id, id % 500 from big;
  create index on parted (at, id);
  create view big_view as select id as "Key", created_at, note from big;
  vacuum analyze big; vacuum analyze bare; vacuum analyze parted; vacuum analyze words`

const database = testDatabase()
beforeAll(async () => {
  for (const statement of BIG.split(';')) await database.sql(statement)
  // A worker of a parallel scan would count only its own buffers.
  await database.sql('set max_parallel_workers_per_gather = 0')
})

async function sourceOf(name: string, sorts: readonly SortRule[]): Promise<PageSource> {
  const relation = await database.relation(name)
  return { ...relation, plan: planPages(relation.shape, relation.identity, sorts), filter: NO_FILTER }
}

const pageOf = async (source: PageSource, request: PageRequest) =>
  readPage(source, request, 100, await database.run(pageStatement(source, request, 100)))

const PAGE_BUFFERS = 200
/** When some hundred rows are left to the end of the values or NULLs, PostgreSQL fetches and sorts them all. */
const ANYWHERE_BUFFERS = 800

const SORTS: readonly [name: string, sorts: readonly SortRule[], index: string][] = [
  ['big', [], 'big_pkey'],
  ['big', [{ column: 'id', direction: 'desc' }], 'big_pkey'],
  ['big', [{ column: 'created_at', direction: 'asc' }], 'big_created_at_idx'],
  ['big', [{ column: 'created_at', direction: 'asc', nulls: 'first' }], 'big_created_at_idx'],
  ['big', [{ column: 'created_at', direction: 'desc' }], 'big_created_at_idx'],
  ['big', [{ column: 'created_at', direction: 'desc', nulls: 'last' }], 'big_created_at_idx'],
  ['big', [{ column: 'status', direction: 'asc' }, { column: 'created_at', direction: 'asc' }], 'big_status_created_at_id_idx'],
  ['big', [{ column: 'status', direction: 'desc' }, { column: 'created_at', direction: 'desc' }], 'big_status_created_at_id_idx'],
  ['big', [{ column: 'score', direction: 'asc' }], 'big_score_id_idx'],
  ['big', [{ column: 'score', direction: 'desc', nulls: 'last' }], 'big_score_id_idx'],
  ['big', [{ column: 'mixed', direction: 'desc' }], 'big_mixed_id_idx'],
  ['big', [{ column: 'mixed', direction: 'asc' }], 'big_mixed_id_idx'],
  ['words', [], 'words_pkey'],
  ['parted', [], 'parted_pkey'],
  ['parted', [{ column: 'at', direction: 'desc' }], 'parted_at_id_idx'],
  ['big_view', [], 'big_pkey'],
  ['big_view', [{ column: 'Key', direction: 'desc' }], 'big_pkey'],
  ['big_view', [{ column: 'created_at', direction: 'desc', nulls: 'last' }], 'big_created_at_idx'],
] // biome-ignore format: a table

/** How far into the order a page lies, by the scrollbar. */
const SHARES = [0.1, 0.5, 0.97]

describe.each(
  SORTS.map(([name, sorts, index]) => ({
    name,
    sorts,
    index,
    sort: sorts.map((each) => Object.values(each).join(' ')).join(', ') || 'its key',
  })),
)('$name by $sort', ({ name, sorts, index }) => {
  test('the first, last, next and previous pages read a few blocks by index', async () => {
    const source = await sourceOf(name, sorts)
    expect(source.plan).toMatchObject({ isServedByIndex: true, index, mode: 'keyset' })
    const requests: PageRequest[] = [{ at: 'first' }, { at: 'last' }]
    const [first, last] = [await pageOf(source, { at: 'first' }), await pageOf(source, { at: 'last' })]
    requests.push({ at: 'after', position: first.end! }, { at: 'before', position: last.start! })
    for (const request of requests) {
      const { buffers, nodes } = await costOf(database.run, pageStatement(source, request, 100))
      expect(nodes, JSON.stringify(request)).not.toContain('Seq Scan')
      expect(buffers, JSON.stringify(request)).toBeLessThan(PAGE_BUFFERS)
    }
  })

  test('a page anywhere reads a few blocks by index', async () => {
    const source = await sourceOf(name, sorts)
    const statistics = jumpStatistics(source.shape, source.plan)
    const jumps = readJumps(source.plan, statistics ? await database.run(statistics) : [], ROWS)
    for (const share of SHARES) {
      const position = jumps.landingAt(share)?.position
      if (position === undefined) {
        // Statistics of a view do not exist.
        expect(source.shape.kind).toBe('v')
        continue
      }
      const landed = await pageOf(source, { at: 'from', position })
      expect(landed.rows.length).toBeGreaterThan(0)
      const requests: PageRequest[] = [
        { at: 'from', position },
        { at: 'around', position: landed.start! },
        { at: 'after', position: landed.end! },
        { at: 'before', position: landed.start! },
      ]
      for (const request of requests) {
        const { buffers, nodes } = await costOf(database.run, pageStatement(source, request, 100))
        expect(nodes, `${share} ${JSON.stringify(request)}`).not.toContain('Seq Scan')
        expect(buffers, `${share} ${JSON.stringify(request)} by ${nodes.join()}`).toBeLessThan(
          ANYWHERE_BUFFERS,
        )
      }
    }
  })
})

test('a sort that no index serves says so', async () => {
  const { plan } = await sourceOf('big', [{ column: 'plain', direction: 'asc' }])
  expect(plan).toMatchObject({ isServedByIndex: false, index: null, indexed: 0 })
  const second = await sourceOf('big', [
    { column: 'created_at', direction: 'asc' },
    { column: 'plain', direction: 'asc' },
  ])
  expect(second.plan).toMatchObject({ isServedByIndex: false, index: 'big_created_at_idx', indexed: 1 })
  expect((await sourceOf('big_view', [{ column: 'note', direction: 'asc' }])).plan.isServedByIndex).toBe(
    false,
  )
})

test('a sort that no index serves reads the table once for a page anywhere', async () => {
  const source = await sourceOf('big', [{ column: 'plain', direction: 'desc' }])
  const { end } = await pageOf(source, { at: 'first' })
  const blocks = Number((await database.sql("select pg_relation_size('big') / 8192"))[0]![0])
  for (const request of [{ at: 'first' }, { at: 'last' }, { at: 'after', position: end! }] as const) {
    const { buffers } = await costOf(database.run, pageStatement(source, request, 100))
    expect(buffers).toBeLessThan(blocks + PAGE_BUFFERS)
  }
})

test('an index that begins with a column of the filter serves the sort behind it', async () => {
  const relation = await database.relation('big')
  const filter = planFilter(relation.shape, {
    match: 'all',
    of: [{ column: 'status', operator: 'eq', value: 'done' }],
  })
  const sorts = [{ column: 'created_at', direction: 'desc' }] as const
  const plan = planPages(relation.shape, relation.identity, sorts, filter)
  expect(plan).toMatchObject({ index: 'big_status_created_at_id_idx', isServedByIndex: true, indexed: 2 })
  const source = { ...relation, plan, filter }
  for (const at of ['first', 'last'] as const)
    expect((await costOf(database.run, pageStatement(source, { at }, 100))).buffers).toBeLessThan(
      2 * PAGE_BUFFERS,
    )
})

test.each([0, 0.5, 0.99])('a table without a key is read by place, from %f on', async (share) => {
  const source = await sourceOf('bare', [])
  expect(source.plan).toMatchObject({ mode: 'ctid', isServedByIndex: true })
  const jumps = readJumps(source.plan, await database.run(jumpStatistics(source.shape, source.plan)!), null)
  const position = jumps.landingAt(share)!.position
  const page = await pageOf(source, { at: 'from', position })
  expect(page.rows).toHaveLength(100)
  expect(Number(page.rows[0]!.cells[0]!.text) / ROWS).toBeCloseTo(share, 1)
  expect(jumps.shareBefore(page.end!)).toBeCloseTo(share, 1)
  for (const request of [
    { at: 'from', position },
    { at: 'around', position: page.end! },
    { at: 'last' },
    { at: 'first' },
  ] as const) {
    const { buffers, nodes } = await costOf(database.run, pageStatement(source, request, 100))
    expect(nodes).toContain('Tid Range Scan')
    expect(nodes).not.toContain('Seq Scan')
    expect(buffers).toBeLessThan(PAGE_BUFFERS)
  }
})

describe('a jump lands about where the scrollbar says, and the way back agrees', () => {
  /** A share of the rows. */
  const ERROR = 0.04
  const ORDERS = SORTS.filter(([name]) => name === 'big').map(([, sorts]) => ({
    sorts,
    sort: sorts.map((each) => Object.values(each).join(' ')).join(', ') || 'its key',
  }))
  test.each(ORDERS)('by $sort', async ({ sorts }) => {
    const source = await sourceOf('big', sorts)
    const statistics = await database.run(jumpStatistics(source.shape, source.plan)!)
    const ties = tieStatistics(source.shape, source.plan)
    const jumps = readJumps(source.plan, statistics, ROWS, ties ? await database.run(ties) : [])
    const order = source.plan.order
      .map(
        ({ part, isDescending, isNullsFirst }) =>
          `"${part.name}" ${isDescending ? 'desc' : 'asc'} nulls ${isNullsFirst ? 'first' : 'last'}`,
      )
      .join(', ')
    await database.sql(
      `create temp table if not exists ranked (id bigint, rank bigint); truncate ranked; insert into ranked select id, row_number() over (order by ${order}) from big; create index if not exists ranked_id on ranked (id)`,
    )
    for (let percent = 0; percent <= 100; percent += 10) {
      const landing = jumps.landingAt(percent / 100)!
      const page = await pageOf(source, { at: 'from', position: landing.position })
      if (page.rows.length === 0) {
        // "About the end" may be behind the last row.
        expect(percent).toBe(100)
        continue
      }
      const [[rank] = []] = await database.sql('select rank from ranked where id = $1', [
        page.rows[0]!.identity[0],
      ])
      const real = (Number(rank) - 1) / ROWS
      expect(Math.abs(real - percent / 100), `at ${percent} %`).toBeLessThan(ERROR)
      expect(Math.abs(real - landing.share), `told at ${percent} %`).toBeLessThan(ERROR)
      const [column] = sorts
      const isTied =
        column !== undefined &&
        (column.column === 'status' ||
          (page.rows[0]!.position!.by === 'values' && page.rows[0]!.position!.values[0] === null))
      const asked = await database.run(jumpStatistics(source.shape, source.plan, page.start)!)
      const back = readJumps(source.plan, asked, ROWS).shareBefore(page.start!)!
      // The way back goes by the first column, in which many rows have one status, or NULL.
      expect(Math.abs(back - real), `back from ${percent} %`).toBeLessThan(isTied ? 0.34 : ERROR)
    }
  })
})

test('a jump in a table whose key is a text lands about where the scrollbar says', async () => {
  const source = await sourceOf('words', [])
  const jumps = readJumps(source.plan, await database.run(jumpStatistics(source.shape, source.plan)!), 50_000)
  for (const share of [0.1, 0.5, 0.9]) {
    const page = await pageOf(source, { at: 'from', position: jumps.landingAt(share)!.position })
    const [[before] = []] = await database.sql('select count(*) from words where id < $1', [
      page.rows[0]!.identity[0],
    ])
    expect(Math.abs(Number(before) / 50_000 - share)).toBeLessThan(0.03)
  }
})

test('a jump in a table that was never analysed goes by the ends of its index', async () => {
  await database.sql(
    'create table fresh (id int primary key); alter table fresh set (autovacuum_enabled = false); insert into fresh select n from generate_series(1000, 2000) n',
  )
  const source = await sourceOf('fresh', [])
  const jumps = readJumps(source.plan, await database.run(jumpStatistics(source.shape, source.plan)!), null)
  expect(
    (await pageOf(source, { at: 'from', position: jumps.landingAt(0.5)!.position })).rows[0]!.identity,
  ).toEqual(['1500'])
})

test('a jump is unknown for a sort without statistics or index', async () => {
  await database.sql(
    'create table unknowable (id int primary key, v text); alter table unknowable set (autovacuum_enabled = false)',
  )
  const source = await sourceOf('unknowable', [{ column: 'v', direction: 'asc' }])
  const jumps = readJumps(source.plan, await database.run(jumpStatistics(source.shape, source.plan)!), 0)
  expect(jumps.landingAt(0.5)).toBe(undefined)
})
