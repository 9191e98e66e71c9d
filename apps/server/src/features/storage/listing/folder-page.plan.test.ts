import type { ListedObject } from '@basalt/contract/storage/objects.schema.ts'
import { ObjectListV2Request, objectSortColumns } from '@basalt/contract/storage/objects.schema.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'
import { WITHOUT_SORTING } from '../catalog.ts'
import { folderPage } from './folder-page.store.ts'
import { otherSpellings } from './folder-spelling.store.ts'
import { listByCursor } from './list-by-cursor.store.ts'
import type { QueryRows } from './listing.store.ts'

/** The query plans of listing a large folder: by index, reading little more than the page. */

const FILES = 10_000
const FOLDERS = 300
const LIMIT = 200

let fixture: StorageFixture
beforeAll(async () => {
  fixture = await openStorage()
  await fixture.aBucket()
  await fixture.sql(`insert into storage.objects (bucket_id, name, version, metadata, created_at, updated_at, last_accessed_at)
    select 'bucket-1', 'large/' || lpad(n::text, 6, '0'), gen_random_uuid()::text, '{"size": 1}',
      now() - make_interval(secs => n % 97), now() - make_interval(secs => n % 89), now() - make_interval(secs => n % 83)
    from generate_series(1, ${FILES}) n`)
  await fixture.sql(`insert into storage.objects (bucket_id, name, version, metadata)
    select 'bucket-1', 'folders/' || lpad((n % ${FOLDERS})::text, 3, '0') || '/' || n, gen_random_uuid()::text, '{"size": 1}'
    from generate_series(1, ${FILES}) n`)
  await fixture.sql(`insert into storage.objects (bucket_id, name, version)
    select 'bucket-1', 'small/' || n, gen_random_uuid()::text from generate_series(1, 3) n`)
  await fixture.sql('analyze storage.objects')
})
afterAll(() => fixture[Symbol.asyncDispose]())

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Runs a listing and returns the plan nodes of its statements under generic plans. */
async function observed<T>(list: (ask: QueryRows) => Promise<T>) {
  const nodes: PlanNode[] = []
  const ask = (statement: TripStatement) =>
    fixture.storage.catalog.as(fixture.ref, { ...SERVICE, settings: WITHOUT_SORTING }, async (rows) => {
      await rows.query("set local plan_cache_mode = 'force_generic_plan'")
      await rows.query(`prepare page as ${statement.text}`)
      const execute = `execute page(${statement.values.map((value) => pg.escapeLiteral(String(value))).join(', ')})`
      const { rows: plan } = await rows.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, format json) ${execute}`,
      )
      nodes.push(...nodesOf(plan[0]!['QUERY PLAN'][0]!.Plan))
      const { rows: found } = await rows.query<Record<string, boolean | string>>(execute)
      await rows.query('deallocate page')
      return found.map((row) =>
        Object.values(row).map((value) => (typeof value === 'boolean' ? (value ? 't' : 'f') : value)),
      )
    })
  return { listed: await list(ask), nodes }
}

async function explained(path: string, options: object) {
  const { listed, nodes } = await observed((ask) =>
    folderPage(ask, 'bucket-1', { path, options: { limit: LIMIT, offset: 0, ...options } }),
  )
  return { page: JSON.parse(listed) as ListedObject[], nodes }
}

const readBy = (nodes: PlanNode[]) =>
  nodes
    .filter((node) => node['Relation Name'] === 'objects')
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, count) => sum + count, 0)

const orders = objectSortColumns.flatMap((column) => [
  { column, order: 'asc' as const },
  { column, order: 'desc' as const },
])

test.each(orders)('a page of ten thousand files is read by an index, by $column $order', async (sortBy) => {
  const first = await explained('large', { sortBy })
  const last = first.page.at(-1)!
  const value = sortBy.column === 'name' ? undefined : last[sortBy.column]!
  const next = await explained('large', {
    sortBy,
    after: { name: last.name, id: last.id, ...(value && { value }) },
  })
  for (const { page, nodes } of [first, next]) {
    expect(page.length).toBe(LIMIT)
    const types = nodes.map((node) => node['Node Type'])
    expect(types).not.toContain('Seq Scan')
    expect(types).not.toContain('Sort')
    expect(readBy(nodes)).toBe(LIMIT)
  }
})

test.each(orders)('a deep page skips files within the index, by $column $order', async (sortBy) => {
  // An index-only scan needs the visibility map of a vacuum.
  await fixture.sql('vacuum storage.objects')
  const offset = FILES - LIMIT
  const { page, nodes } = await explained('large', { sortBy, offset })
  const whole: ListedObject[] = []
  for (let last: ListedObject | undefined; whole.length < FILES; last = whole.at(-1)) {
    const value = last && sortBy.column !== 'name' ? last[sortBy.column]! : undefined
    const after = last && { name: last.name, id: last.id, ...(value && { value }) }
    whole.push(...(await explained('large', { sortBy, after, limit: 5000 })).page)
  }
  expect(page).toEqual(whole.slice(offset))
  const scans = nodes.filter((node) => node['Relation Name'] === 'objects')
  const skipped = scans.find((node) => node['Actual Rows'] * node['Actual Loops'] >= FILES)
  expect(skipped?.['Node Type']).toBe('Index Only Scan')
  // Apart from that, only the files of the page are read.
  expect(readBy(scans.filter((node) => node !== skipped))).toBe(LIMIT)
})

test.each(orders)('a small folder beside a large one is read alone, by $column $order', async (sortBy) => {
  const { page, nodes } = await explained('small', { sortBy })
  expect(page.length).toBe(3)
  expect(readBy(nodes)).toBe(3)
})

test.each(orders)('a search reads only its results, page by page, by $column $order', async (sortBy) => {
  const whole = await explained('large', { sortBy, search: '0001' })
  expect(whole.page.length).toBe(100)
  expect(whole.page.every(({ name }) => name.startsWith('0001'))).toBe(true)
  expect(readBy(whole.nodes)).toBe(100)
  const paged: ListedObject[] = []
  for (let last: ListedObject | undefined; paged.length < 100; last = paged.at(-1)) {
    const value = last && sortBy.column !== 'name' ? last[sortBy.column]! : undefined
    const after = last && { name: last.name, id: last.id, ...(value && { value }) }
    const { page, nodes } = await explained('large', { sortBy, search: '0001', limit: 40, after })
    expect(readBy(nodes)).toBeLessThanOrEqual(100)
    paged.push(...page)
  }
  expect(paged).toEqual(whole.page)
})

test('a search with thousands of results reads only the page', async () => {
  for (const order of ['asc', 'desc']) {
    const { page, nodes } = await explained('large', { sortBy: { column: 'name', order }, search: '00' })
    expect(page.length).toBe(LIMIT)
    expect(readBy(nodes)).toBe(LIMIT)
  }
})

test('subfolders are found without reading their contents', async () => {
  const { page, nodes } = await explained('folders', {})
  expect(page.length).toBe(LIMIT)
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(readBy(nodes)).toBeLessThan(LIMIT + 2)
})

test.each(['asc', 'desc'] as const)(
  'subfolders among files, by creation %s, are found without reading their contents',
  async (order) => {
    const { listed, nodes } = await observed((ask) =>
      listByCursor(
        ask,
        'bucket-1',
        ObjectListV2Request.parse({
          prefix: 'folders/',
          with_delimiter: true,
          limit: LIMIT,
          sortBy: { column: 'created_at', order },
        }),
      ),
    )
    expect([listed.folders.length, listed.hasNext]).toEqual([LIMIT, true])
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    // One step per folder and one for its oldest object, and a last one to find the end.
    expect(readBy(nodes)).toBeLessThanOrEqual(2 * FOLDERS + 2)
  },
)

test('a folder in another case is found in as many steps as letters', async () => {
  for (const [folder, found] of [
    ['FOLDERS/001', ['folders/001/']],
    ['LARGE', ['large/']],
    ['LARGER', []],
    ['large', []],
  ] as const) {
    const { listed, nodes } = await observed((ask) => otherSpellings(ask, 'bucket-1', folder))
    expect(listed).toEqual(found)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(readBy(nodes)).toBeLessThanOrEqual(2 * folder.length + 2)
  }
})
