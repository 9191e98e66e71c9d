import {
  createBranch,
  deleteBranch,
  discardPreparedBranch,
  listBranches,
  prepareBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { updateNetworkAccess } from '@basalt/contract/network-access/network-access.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { runningProcesses } from '@basalt/testing/processes.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { databasesOf, onDiskThat, postmasterOf, whenSpare } from '../../test/spare-branch.ts'

let base: TestBase & AsyncDisposable
let fixture: Awaited<ReturnType<typeof openAppOn>>
let owner: Person
let organization: Organization
/** What the engine has reported. */
const events: string[] = []
beforeAll(async () => {
  base = await newBase()
  fixture = await openAppOn(base, { wrapEngine: onDiskThat(true) })
  fixture.engine.subscribe(({ id }) => events.push(id))
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
})

const prepare = (person: Person, ref: string) => person.call(prepareBranch, { params: { ref } })
const discard = (person: Person, ref: string) => person.call(discardPreparedBranch, { params: { ref } })
afterEach(async () => {
  for (const ref of databasesOf(base)) await discard(owner, ref)
})

const ask = async (ref: string, query: string) => {
  const { status, body } = await owner.call(runQuery, { params: { ref }, body: { query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Record<string, unknown>[]
}

async function asSuperuser(ref: string, sql: string) {
  const { socket, port } = (await fixture.engine.endpoint(ref))!
  const password = await fixture.secretsOf.read(ref, 'superuser_password')
  const client = new pg.Client({ host: socket!, port, user: 'basalt_admin', password, database: 'postgres' })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** A project with rows, a sequence, and nobody who writes: not even autovacuum, which stores statistics. */
async function aShop() {
  const { ref } = await aProject(owner, organization)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await asSuperuser(ref, 'alter system set autovacuum = off')
  await asSuperuser(ref, 'select pg_reload_conf()')
  await ask(
    ref,
    `create table goods (id serial primary key, name text, price int);
     insert into goods (name, price) select 'item ' || n, n from generate_series(1, 500) n`,
  )
  return ref
}

/** Prepares a branch until the spare one is there. Returns its ref. */
async function aSpareOf(shop: string) {
  const known = databasesOf(base)
  await prepare(owner, shop)
  return whenSpare(base, fixture.engine, known)
}

async function create(shop: string, branch_name: string) {
  const { status, body } = await owner.call(createBranch, { params: { ref: shop }, body: { branch_name } })
  expect(status, JSON.stringify(body)).toBe(201)
  await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
  return body.project_ref
}

const isRunning = (pid: number) => runningProcesses().some((process) => process.pid === pid)

const GOODS =
  "select count(*)::int as rows, sum(price)::int as sum, nextval('goods_id_seq')::int as next from goods"

test('a branch runs before it is created, and nobody is told of it', async () => {
  const shop = await aShop()
  const spare = await aSpareOf(shop)
  const pid = postmasterOf(base, spare)
  expect((await prepare(owner, shop)).body).toEqual({ copy: 'copied' })
  const listed = await owner.call(listBranches, { params: { ref: shop }, query: {} })
  expect(listed.body.map(({ name }) => name)).toEqual(['main'])
  expect(events).not.toContain(spare)

  const branch = await create(shop, 'feature')
  expect([branch, postmasterOf(base, branch)]).toEqual([spare, pid])
  expect(events).toContain(branch)
  const [goods] = await ask(branch, GOODS)
  expect(goods).toMatchObject({ rows: 500, sum: 125_250 })
  expect(goods!.next).toBeGreaterThan(500)
  // Its users log in with the password that the project has.
  const { port } = (await fixture.engine.endpoint(branch))!
  const login = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  const client = new pg.Client({
    ...login,
    password: await fixture.secretsOf.read(branch, 'database_password'),
  })
  await client.connect()
  await client.end()
  // The dialog closes.
  await discard(owner, shop)
  expect(await ask(branch, 'select count(*)::int as rows from goods')).toEqual([{ rows: 500 }])
})

test.each([
  ['rows', "insert into goods (name) values ('late')"],
  ['a sequence', "select setval('goods_id_seq', 9000)"],
  ['a setting of the server', 'alter system set work_mem = 12345'],
])('a branch has %s that were changed after its dialog was opened', async (_what, sql) => {
  const shop = await aShop()
  const spare = await aSpareOf(shop)
  await asSuperuser(shop, sql)
  const branch = await create(shop, 'late')
  expect(branch).not.toBe(spare)
  const [state] = await ask(
    branch,
    "select count(*) filter (where name = 'late')::int as rows, (select last_value::int from goods_id_seq) as last from goods",
  )
  await asSuperuser(shop, 'alter system reset work_mem')
  if (sql.startsWith('insert')) expect(state!.rows).toBe(1)
  if (sql.startsWith('select')) expect(state!.last).toBe(9000)
  if (sql.startsWith('alter')) expect(await ask(branch, 'show work_mem')).toEqual([{ work_mem: '12345kB' }])
  await waitFor(() => !databasesOf(base).includes(spare))
})

test('nothing is left of a spare branch once its dialog is cancelled, or its source stops', async () => {
  const shop = await aShop()
  const free = fixture.engine.ports().free
  const end = [() => discard(owner, shop), () => owner.call(pauseProject, { params: { ref: shop } })]
  for (const ended of end) {
    const spare = await aSpareOf(shop)
    const pid = postmasterOf(base, spare)
    expect(isRunning(pid)).toBe(true)
    await ended()
    await waitFor(
      () => !databasesOf(base).includes(spare) && !isRunning(pid) && fixture.engine.ports().free === free,
    )
  }
})

test('a spare branch whose name is taken is there for the next name', async () => {
  const shop = await aShop()
  const spare = await aSpareOf(shop)
  const taken = await owner.call(createBranch, { params: { ref: shop }, body: { branch_name: 'main' } })
  expect(taken.status).toBe(409)
  expect(await create(shop, 'another')).toBe(spare)
})

test('of two people who create branches at the same time, each gets one of their own', async () => {
  const shop = await aShop()
  const member = await aMember(fixture, owner, organization.slug)
  await prepare(member, shop)
  const spare = await aSpareOf(shop)
  const created = await Promise.all(
    [owner, member].map((person, index) =>
      person.call(createBranch, { params: { ref: shop }, body: { branch_name: `branch ${index}` } }),
    ),
  )
  const refs = created.map(({ body }) => body.project_ref)
  expect(new Set(refs).size).toBe(2)
  expect(refs).toContain(spare)
  for (const ref of refs) {
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    expect(await ask(ref, GOODS)).toMatchObject([{ rows: 500, sum: 125_250 }])
  }
  await ask(refs[0]!, 'delete from goods')
  expect(await ask(refs[1]!, 'select count(*)::int as rows from goods')).toEqual([{ rows: 500 }])
})

test('a branch admits only whom its source admits when it is created', async () => {
  const shop = await aShop()
  await aSpareOf(shop)
  const body = { allowed_cidrs: ['192.0.2.0/24'] }
  await owner.call(updateNetworkAccess, { params: { ref: shop }, body })
  const branch = await create(shop, 'closed')
  const { port } = (await fixture.engine.endpoint(branch))!
  const password = await fixture.secretsOf.read(branch, 'database_password')
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  // SQLSTATE for an address that no rule admits.
  await expect(client.connect()).rejects.toMatchObject({ code: '28000' })
})

test('what changed on both sides of a branch that ran before it was created is merged', async () => {
  const shop = await aShop()
  const spare = await aSpareOf(shop)
  expect(await create(shop, 'merged')).toBe(spare)
  await ask(shop, "update goods set name = 'of the parent' where id <= 10")
  await ask(
    spare,
    'update goods set price = 0 where id between 5 and 20; alter table goods add column note text',
  )
  const { body: request } = await owner.call(createMergeRequest, {
    params: { ref: spare },
    body: { title: 'Prices', tables: [{ schema: 'public', name: 'goods' }] },
  })
  const { status, body } = await owner.call(getMergeChanges, { params: { ref: spare, id: request.id } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ rows_refusal: null, conflicts: [] })
  expect(body.statements.map(({ sql }) => sql).join(';')).toMatch(/add column "note"/i)
  expect(body.tables).toMatchObject([{ name: 'goods', updated: 16, inserted: 0, deleted: 0 }])
})

test('a spare branch that is created can be deleted like any other', async () => {
  const shop = await aShop()
  const spare = await aSpareOf(shop)
  const branch = await create(shop, 'gone')
  expect(branch).toBe(spare)
  const { body } = await owner.call(listBranches, { params: { ref: shop }, query: {} })
  await owner.call(deleteBranch, { params: { id: body.find(({ name }) => name === 'gone')!.id } })
  await waitFor(() => !databasesOf(base).includes(branch))
})
