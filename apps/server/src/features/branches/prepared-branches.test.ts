import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import {
  createBranch,
  discardPreparedBranch,
  listBranchDetails,
  prepareBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import { branchesMax } from '@basalt/contract/branches/branches.rules.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { pauseProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newBase, openAppOn, type TestBase } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { onDiskThat } from '../../test/spare-branch.ts'
import { preparedBranches } from './prepared-branches.ts'

let base: TestBase & AsyncDisposable
let fixture: Awaited<ReturnType<typeof openAppOn>>
let owner: Person
let organization: Organization
beforeAll(async () => {
  base = await newBase()
  fixture = await openAppOn(base, { wrapEngine: onDiskThat(false) })
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await base[Symbol.asyncDispose]()
})

async function aShop() {
  const { ref } = await aProject(owner, organization)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  return ref
}

const ask = async (ref: string, query: string) =>
  (await owner.call(runQuery, { params: { ref }, body: { query } })).body
const prepare = (person: Person, ref: string) => person.call(prepareBranch, { params: { ref } })
const discard = (person: Person, ref: string) => person.call(discardPreparedBranch, { params: { ref } })
const whenCopied = (ref: string) => waitFor(async () => (await prepare(owner, ref)).body.copy === 'copied')

const folders = () =>
  readdirSync(path.join(base.root, 'instances/unfinished')).filter((name) => name.startsWith('prepared'))

/** Replication slots that keep the log of a database for copies. */
async function slotsOf(ref: string) {
  const { socket, port } = (await fixture.engine.endpoint(ref))!
  const client = new pg.Client({
    host: socket!,
    port,
    user: 'basalt_admin',
    password: await fixture.secretsOf.read(ref, 'superuser_password'),
    database: 'postgres',
  })
  await client.connect()
  const { rows } = await client.query("select from pg_replication_slots where slot_name like 'basalt_copy_%'")
  await client.end()
  return rows.length
}

test('a branch takes over what was prepared, with what was committed until it was created', async () => {
  const shop = await aShop()
  await ask(shop, "create table goods (name text); insert into goods values ('before')")
  expect((await prepare(owner, shop)).body.copy).toBe('copying')
  await whenCopied(shop)
  const { branches } = (await owner.call(listBranchDetails, { params: { ref: shop } })).body
  expect(branches.map(({ name }) => name)).toEqual(['main'])
  const [folder] = folders()
  const { ino } = statSync(path.join(base.root, 'instances/unfinished', folder!, 'data'))
  await ask(shop, "insert into goods values ('while prepared')")

  const { body } = await owner.call(createBranch, { params: { ref: shop }, body: { branch_name: 'feature' } })
  await ask(shop, "insert into goods values ('after')")
  // As the dialog does when it closes.
  expect((await discard(owner, shop)).status).toBe(200)
  await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
  const names = ((await ask(body.project_ref, 'select name from goods')) as { name: string }[]).map(
    ({ name }) => name,
  )
  expect(names).toContain('while prepared')
  expect(names.length).toBeLessThanOrEqual(3)
  expect(statSync(path.join(base.root, 'instances/instances', body.project_ref, 'data')).ino).toBe(ino)
  expect(await slotsOf(shop)).toBe(0)
  expect(folders()).toEqual([])
})

test('what was prepared is kept until the last one lets go of it, and at most as long as a request is valid', async () => {
  const shop = await aShop()
  const member = await aMember(fixture, owner, organization.slug)
  await prepare(member, shop)
  await whenCopied(shop)
  await discard(owner, shop)
  expect(await slotsOf(shop)).toBe(1)
  await discard(member, shop)
  expect([await slotsOf(shop), folders()]).toEqual([0, []])
  await discard(member, shop)

  const failures: unknown[] = []
  const shortly = preparedBranches({
    engine: fixture.engine,
    spares: { discard: async () => undefined, isThere: async () => false, makeSoon: () => undefined },
    secrets: fixture.secretsOf,
    keptMs: 1,
    onError: (error) => failures.push(error),
  })
  await shortly.prepare(shop, 'somebody')
  await waitFor(async () => (await slotsOf(shop)) === 0 && folders().length === 0)
  expect(failures).toEqual([])
})

test('only who may create a branch now may have it prepared', async () => {
  const shop = await aShop()
  const reader = await aMember(fixture, owner, organization.slug, { role_id: 'read_only' })
  expect((await prepare(reader, shop)).status).toBe(403)
  expect((await discard(reader, shop)).status).toBe(403)
  const stranger = await signUp(fixture)
  expect((await prepare(stranger, shop)).status).toBe(404)
  expect((await discard(stranger, shop)).status).toBe(404)
  expect(folders()).toEqual([])

  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'free' } })
  for (let count = 0; count < branchesMax.free; count++) {
    const { body } = await owner.call(createBranch, {
      params: { ref: shop },
      body: { branch_name: `branch ${count}` },
    })
    await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
  }
  expect(await prepare(owner, shop)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('can have 2 branches') },
  })
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'pro' } })
  expect((await prepare(owner, shop)).status).toBe(200)
  await owner.call(pauseProject, { params: { ref: shop } })
  await reaches(owner, shop, 'INACTIVE')
  await waitFor(() => folders().length === 0)
  expect(await prepare(owner, shop)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('INACTIVE. Resume or restart it first') },
  })
})

test('a project that sleeps is not woken for a branch that is only prepared, and one with a prepared branch falls asleep', async () => {
  const shop = await aShop()
  await whenCopied(shop)
  await waitFor(async () => (await owner.call(putToSleep, { params: { ref: shop } })).status === 200)
  await waitFor(() => folders().length === 0)
  expect((await prepare(owner, shop)).body).toEqual({ copy: 'none' })
  expect((await fixture.engine.facts(shop)).state).toBe('stopped')
})
