import {
  cancelIndexAdvice,
  getIndexAdvice,
  startIndexAdvice,
} from '@basalt/contract/index-advice/index-advice.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember } from '../../test/people.ts'

/** Copies give way to everything else, so on a busy machine they take long. */
const COPIED = { timeoutMs: 180_000 }
const TEST_TIMEOUT_MS = 3 * COPIED.timeoutMs

let project: DataApiFixture
beforeAll(async () => {
  project = await openDataApi(`
    create table orders (id int primary key, customer int not null, placed timestamptz not null, note text);
    insert into orders select n, n % 5000, timestamptz '2026-01-01' + n * interval '1 minute', repeat('x', 100)
      from generate_series(1, 60000) n;
    analyze orders`)
})
afterAll(() => project[Symbol.asyncDispose]())

const start = (query: string, person = project.owner) =>
  person.call(startIndexAdvice, { params: { ref: project.ref }, body: { query } })
const get = async (id: string) =>
  (await project.owner.call(getIndexAdvice, { params: { ref: project.ref, id } })).body
const advise = async (query: string) => {
  const { status, body } = await start(query)
  expect([status, body], JSON.stringify(body)).toMatchObject([201, { phase: 'waiting' }])
  await waitFor(async () => {
    const { phase } = await get(body.id)
    if (!['done', 'failed'].includes(phase)) throw new Error(`The advice is ${phase}`)
    return true
  }, COPIED)
  const { report, error } = await get(body.id)
  expect(error).toBeNull()
  return report!
}
const indexesOf = async () =>
  (await project.sql(`select count(*)::int as count from pg_indexes where tablename = 'orders'`))[0].count

test(
  'an index is built on a copy, and the query is measured before and after',
  async () => {
    const report = await advise('select * from orders where customer = $1 order by placed desc limit $2')
    expect(report.is_measured).toBe(true)
    expect(report.before.text).toContain('Seq Scan on orders')
    expect(report.before.ms).toBeGreaterThan(0)
    const best = report.indexes.find(({ sql }) => sql.includes('"placed" desc'))
    expect(best).toMatchObject({
      schema: 'public',
      table: 'orders',
      sql: 'create index concurrently on "public"."orders" ("customer", "placed" desc);',
      is_used: true,
      error: null,
    })
    expect(best!.after!.text).toContain('orders_customer_placed_idx')
    expect(best!.after!.cost).toBeLessThan(report.before.cost)
    expect(best!.bytes).toBeGreaterThan(100_000)
    expect(await indexesOf()).toBe(1)
  },
  TEST_TIMEOUT_MS,
)

test(
  'a write is measured without changing a row, and a query without conditions gets no advice',
  async () => {
    const report = await advise('update orders set note = $1 where customer = $2')
    // No column is compared with the first placeholder, so the query is only planned.
    expect(report).toMatchObject({ is_measured: false, before: { ms: null } })
    expect(report.indexes[0]).toMatchObject({ is_used: true })
    const removal = await advise('delete from orders where customer = $1')
    expect(removal.is_measured).toBe(true)
    expect(removal.indexes[0]).toMatchObject({ is_used: true })
    expect((await project.sql('select count(*)::int as count from orders'))[0].count).toBe(60_000)
    expect((await advise('select count(*) from orders')).indexes).toEqual([])
  },
  TEST_TIMEOUT_MS,
)

test(
  'what PostgreSQL refuses is said in its words',
  async () => {
    const { body } = await start('select * from nowhere where id = 1')
    await waitFor(async () => (await get(body.id)).phase === 'failed', COPIED)
    expect((await get(body.id)).error).toContain('relation "nowhere" does not exist')
  },
  TEST_TIMEOUT_MS,
)

test.each([
  ['two statements', 'select 1; select 2'],
  ['no query', 'drop table orders'],
  ['no SQL', 'select from where'],
  ['nothing', ' '],
])('%s are refused', async (_case, query) => {
  expect(await start(query)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test('it can be cancelled, one runs at a time, and members who may only read start none', async () => {
  const { body } = await start('select * from orders where customer = 7')
  expect(await start('select * from orders where customer = 8')).toMatchObject({ status: 409 })
  const params = { ref: project.ref, id: body.id }
  expect((await project.owner.call(cancelIndexAdvice, { params })).body.phase).toBe('cancelled')
  const unknown = { ref: project.ref, id: '00000000-0000-4000-8000-000000000000' }
  expect((await project.owner.call(getIndexAdvice, { params: unknown })).status).toBe(404)
  const [organization] = (await project.owner.call(listOrganizations)).body
  const reader = await aMember(project, project.owner, organization!.slug, { role_id: 'read_only' })
  expect((await start('select 1', reader)).status).toBe(403)
})
