import type { ListedObject } from '@basalt/contract/storage/objects.schema.ts'
import { objectSortColumns } from '@basalt/contract/storage/objects.schema.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import { openStorage, type StorageFixture } from '../../../test/storage-fixture.ts'
import { WITHOUT_SORTING } from '../catalog.ts'
import { folderPage } from './folder-page.store.ts'

/** How the database reads a page of a large folder: by an index, and not much more than it shows. */

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

/** Lists a page, and tells how its statement was run by the plan that is made for all values. */
async function explained(path: string, options: object) {
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
      const { rows: found } = await rows.query<{ is_there: boolean; entries: string }>(execute)
      await rows.query('deallocate page')
      return found.map(({ is_there, entries }) => [is_there ? 't' : 'f', entries])
    })
  const page = await folderPage(ask, 'bucket-1', { path, options: { limit: LIMIT, offset: 0, ...options } })
  return { page: JSON.parse(page) as ListedObject[], nodes }
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

test.each(orders)('a folder of ten thousand files is read by an index, by $column $order', async (sortBy) => {
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

test.each(orders)(
  'a page far down skips the files before it in the index, by $column $order',
  async (sortBy) => {
    // An index alone answers what a vacuum has seen.
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
    // Next to that, the files of the page are read, each by its name.
    expect(readBy(scans.filter((node) => node !== skipped))).toBe(LIMIT)
  },
)

test.each(orders)('three files beside ten thousand are read alone, by $column $order', async (sortBy) => {
  const { page, nodes } = await explained('small', { sortBy })
  expect(page.length).toBe(3)
  expect(readBy(nodes)).toBe(3)
})

test.each(orders)('a search reads what it finds, page by page, by $column $order', async (sortBy) => {
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

test('a search that finds thousands reads the page it shows', async () => {
  for (const order of ['asc', 'desc']) {
    const { page, nodes } = await explained('large', { sortBy: { column: 'name', order }, search: '00' })
    expect(page.length).toBe(LIMIT)
    expect(readBy(nodes)).toBe(LIMIT)
  }
})

test('the folders of a folder are found without reading what is in them', async () => {
  const { page, nodes } = await explained('folders', {})
  expect(page.length).toBe(LIMIT)
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(readBy(nodes)).toBeLessThan(LIMIT + 2)
})
