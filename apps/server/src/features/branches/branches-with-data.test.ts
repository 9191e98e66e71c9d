import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import {
  cancelBranchReset,
  createBranch,
  deleteBranch,
  getBranch,
  listBranchDetails,
  listBranches,
  resetBranch,
  updateBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import { branchesMax } from '@basalt/contract/branches/branches.rules.ts'
import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { updateNetworkAccess } from '@basalt/contract/network-access/network-access.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import {
  deleteProject,
  listProjects,
  pauseProject,
  restartProject,
  restoreProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { createSnippet, getSnippet } from '@basalt/contract/snippets/snippets.endpoints.ts'
import {
  createTableWebhook,
  listTableWebhooks,
} from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { deserializeSnapshot } from '@supabase/pg-delta'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { breakDatabase } from '../../test/broken-database.ts'
import {
  aMember,
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signUp,
} from '../../test/people.ts'
import { inLine } from '../../test/waiting-in-line.ts'
import { openReceiver } from '../../test/webhook-receiver.ts'

let fixture: AppFixture
let owner: Person
let organization: Organization
beforeAll(async () => {
  fixture = await openApp({ BASALT_PRIVATE_NETWORKS: 'allow' })
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** A project with a table of one row. */
async function aShop() {
  const { ref } = await aProject(owner, organization, { db_pass: PASSWORD })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await ask(ref, "create table goods (id int primary key, name text); insert into goods values (1, 'lamp')")
  return ref
}

const ask = async (ref: string, query: string) =>
  (await owner.call(runQuery, { params: { ref }, body: { query } })).body
const goodsOf = (ref: string) => ask(ref, 'select id, name from goods order by id')

async function aBranch(of: string, body: object = { branch_name: 'feature' }): Promise<Branch> {
  const created = await owner.call(createBranch, {
    params: { ref: of },
    body: body as { branch_name: string },
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  await reaches(owner, created.body.project_ref, 'ACTIVE_HEALTHY')
  return branchOf(created.body.id)
}
const branchOf = async (id: string) => (await owner.call(getBranch, { params: { id } })).body
const branchesOf = async (ref: string) =>
  (await owner.call(listBranches, { params: { ref }, query: {} })).body

/** Runs SQL as Basalt's superuser. */
async function asAdmin(ref: string, sql: string) {
  const { socket, host, port } = (await fixture.engine.endpoint(ref))!
  const client = new pg.Client({
    host: socket ?? host,
    port,
    user: 'basalt_admin',
    password: await fixture.secretsOf.read(ref, 'superuser_password'),
    database: 'postgres',
    // As on every connection of the platform.
    options: '-c event_triggers=off',
  })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Whether a login over the network succeeds. */
async function logsIn(ref: string, user: string, password: string) {
  const { host, port } = (await fixture.engine.endpoint(ref))!
  const client = new pg.Client({ host, port, user, password, database: 'postgres' })
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: '28P01' })
    return false
  }
}

/** Lets the server finish a branch once more, like one that was started before the branch could be used. */
async function comesUpAgain(ref: string) {
  await fixture.metadata.updateTable('projects').set({ status: 'COMING_UP' }).where('ref', '=', ref).execute()
  await fixture.lifecycle.finish({ ref, status: 'COMING_UP' })
}

describe('a branch with data', () => {
  let shop: string
  let branch: Branch
  beforeAll(async () => {
    shop = await aShop()
    await ask(shop, "create role app login password 'of the app'")
    await owner.call(updateNetworkAccess, {
      params: { ref: shop },
      body: { allowed_cidrs: ['127.0.0.0/8'] },
    })
    branch = await aBranch(shop, { branch_name: 'feature', git_branch: 'feature/1' })
  })

  test('has the rows of its parent, and neither sees what the other writes', async () => {
    await ask(branch.project_ref, "insert into goods values (2, 'desk')")
    await ask(shop, "insert into goods values (3, 'sofa')")
    expect(await goodsOf(branch.project_ref)).toEqual([
      { id: 1, name: 'lamp' },
      { id: 2, name: 'desk' },
    ])
    expect(await goodsOf(shop)).toEqual([
      { id: 1, name: 'lamp' },
      { id: 3, name: 'sofa' },
    ])
  })

  test('has the fields that clients know', () => {
    expect(branch).toMatchObject({
      name: 'feature',
      parent_project_ref: shop,
      source_project_ref: shop,
      is_default: false,
      persistent: false,
      git_branch: 'feature/1',
      with_data: true,
      expires_after_days: 7,
      sends_requests: false,
      copied_at: expect.any(String),
    })
  })

  test('has keys and passwords of its own, and no login of its parent works there', async () => {
    const keysOf = async (ref: string) =>
      (await owner.call(listApiKeys, { params: { ref } })).body.map(({ api_key }) => api_key)
    const [ofParent, ofBranch] = [await keysOf(shop), await keysOf(branch.project_ref)]
    expect(ofParent.filter((key) => key !== null && ofBranch.includes(key))).toEqual([])
    expect(await logsIn(shop, 'postgres', PASSWORD)).toBe(true)
    expect(await logsIn(shop, 'app', 'of the app')).toBe(true)
    expect(await logsIn(branch.project_ref, 'postgres', PASSWORD)).toBe(false)
    expect(await logsIn(branch.project_ref, 'app', 'of the app')).toBe(false)
    const own = await fixture.secretsOf.read(branch.project_ref, 'database_password')
    expect(await logsIn(branch.project_ref, 'postgres', own)).toBe(true)
    const authenticator = await fixture.secretsOf.read(shop, 'authenticator_password')
    expect(await logsIn(branch.project_ref, 'authenticator', authenticator)).toBe(false)
  })

  test('lets in the same networks as its parent', async () => {
    const rows = await fixture.metadata
      .selectFrom('network_access')
      .select('allowed_cidrs')
      .where('ref', '=', branch.project_ref)
      .execute()
    expect(rows).toEqual([{ allowed_cidrs: ['127.0.0.0/8'] }])
  })

  test('keeps the moment of branching for a merge', async () => {
    const { copy_facts } = await fixture.metadata
      .selectFrom('branches')
      .select('copy_facts')
      .where('project_ref', '=', branch.project_ref)
      .executeTakeFirstOrThrow()
    expect(copy_facts).toMatchObject({
      oldestRunningXid: expect.stringMatching(/^\d+$/),
      nextXid: expect.stringMatching(/^\d+$/),
      stopLsn: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/),
      uncommittedXids: expect.any(Array),
    })
    const schema = await waitFor(async () => {
      const { base_schema } = await fixture.metadata
        .selectFrom('branches')
        .select('base_schema')
        .where('project_ref', '=', branch.project_ref)
        .executeTakeFirstOrThrow()
      return base_schema ?? undefined
    })
    const { factBase } = deserializeSnapshot(schema)
    const tables = factBase.facts().flatMap(({ id }) => (id.kind === 'table' ? [id.name] : []))
    expect(tables).toContain('goods')
  })

  test('keeps the moment of branching also when its server is killed before it could be used', async () => {
    const ref = branch.project_ref
    const baseOf = () =>
      fixture.metadata
        .selectFrom('branches')
        .select(['base_schema', 'copy_facts'])
        .where('project_ref', '=', ref)
        .executeTakeFirstOrThrow()
    const before = await baseOf()
    await fixture.metadata
      .updateTable('branches')
      .set({ base_schema: null })
      .where('project_ref', '=', ref)
      .execute()
    await comesUpAgain(ref)
    const after = await waitFor(async () => {
      const base = await baseOf()
      return base.base_schema === null ? undefined : base
    })
    expect(after.copy_facts).toEqual(before.copy_facts)
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
  })

  test('is copied again when power may have failed before it could be used', async () => {
    const { project_ref: ref, id } = await aBranch(shop, { branch_name: 'interrupted' })
    await ask(ref, 'drop table goods')
    await fixture.metadata
      .updateTable('branches')
      .set({ copy_facts: sql<string>`copy_facts || '{"boot": "another"}'` })
      .where('project_ref', '=', ref)
      .execute()
    await comesUpAgain(ref)
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    expect(await goodsOf(ref)).toEqual(await goodsOf(shop))
    await owner.call(deleteBranch, { params: { id } })
    await waitFor(async () => (await branchesOf(shop)).every((one) => one.id !== id))
  })

  test('is listed by the git branch that it follows, and not among the projects', async () => {
    const query = { git_branch: 'feature/1' }
    const { body } = await owner.call(listBranches, { params: { ref: shop }, query })
    expect(body.map(({ id }) => id)).toEqual([branch.id])
    const refs = (await owner.call(listProjects)).body.map(({ ref }) => ref)
    expect(refs).toContain(shop)
    expect(refs).not.toContain(branch.project_ref)
  })

  test('has the saved queries of its project', async () => {
    const id = crypto.randomUUID()
    const body = { id, name: 'Goods', content: { content_id: id, sql: 'select name from goods' } }
    const saved = await owner.call(createSnippet, { params: { ref: branch.project_ref }, body })
    expect(saved.status).toBe(201)
    for (const ref of [shop, branch.project_ref])
      expect((await owner.call(getSnippet, { params: { ref, id } })).body).toMatchObject({ name: 'Goods' })
  })

  test('is shown with the disk space that it takes', async () => {
    const { body } = await owner.call(listBranchDetails, { params: { ref: branch.project_ref } })
    expect(body).toMatchObject({ max: branchesMax.pro, shares_blocks: await fixture.engine.canShareBlocks() })
    expect(body.branches.map(({ name }) => name)).toEqual(['main', 'feature'])
    expect(body.branches[1]).toMatchObject({ progress: null, disk_bytes: expect.any(Number) })
    expect(body.branches[1]!.disk_bytes).toBeGreaterThan(10_000_000)
  })

  test('is made from another branch, with the rows of that one', async () => {
    const second = await aBranch(branch.project_ref, { branch_name: 'of the feature', persistent: true })
    expect(second).toMatchObject({
      parent_project_ref: shop,
      source_project_ref: branch.project_ref,
      expires_after_days: null,
    })
    expect(await goodsOf(second.project_ref)).toEqual(await goodsOf(branch.project_ref))
    await ask(second.project_ref, "insert into goods values (70, 'of the second')")
    const third = await aBranch(second.project_ref, { branch_name: 'of the second' })
    expect(third).toMatchObject({ parent_project_ref: shop, source_project_ref: second.project_ref })
    expect(await goodsOf(third.project_ref)).toContainEqual({ id: 70, name: 'of the second' })
    await owner.call(deleteBranch, { params: { id: third.id } })
    await waitFor(async () => (await branchesOf(shop)).every(({ id }) => id !== third.id))
  })

  test('is reset to what its source has now, at the same address, also when two people reset it at once', async () => {
    const ref = branch.project_ref
    const address = await fixture.engine.networkAddress(ref)
    await ask(ref, 'drop table goods; create table other (n int)')
    // A backup may have begun meanwhile.
    await fixture.metadata
      .insertInto('backup_settings')
      .values({ ref, archive: 'before' })
      .onConflict((conflict) => conflict.column('ref').doUpdateSet({ archive: 'before' }))
      .execute()
    const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
    const apikey = keys.find(({ name }) => name === 'service_role')!.api_key!
    const statusOf = async (table: string) =>
      (await fixture.app.inject({ url: `/p/${ref}/rest/v1/${table}`, headers: { apikey } })).statusCode
    await waitFor(async () => (await statusOf('other')) === 200)
    const reset = () => owner.call(resetBranch, { params: { id: branch.id }, body: null })
    const [first, second] = await inLine(
      fixture.metadata,
      (transaction) =>
        transaction.selectFrom('projects').select('ref').where('ref', '=', ref).forUpdate().execute(),
      [reset, reset],
    )
    expect([first!.status, first!.body.status, second!.status]).toEqual([201, 'COMING_UP', 409])
    // As clients of the call expect it.
    expect(first!.body).toMatchObject({ workflow_run_id: branch.id, message: 'ok' })
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    expect(await goodsOf(ref)).toEqual(await goodsOf(shop))
    expect(await ask(ref, "select to_regclass('other') as other")).toEqual([{ other: null }])
    await waitFor(async () => (await statusOf('goods')) === 200 && (await statusOf('other')) === 404)
    expect(await fixture.engine.networkAddress(ref)).toEqual(address)
    const { archive } = await fixture.metadata
      .selectFrom('backup_settings')
      .select('archive')
      .where('ref', '=', ref)
      .executeTakeFirstOrThrow()
    // Its backups begin again.
    expect(archive).not.toBe('before')
    expect(Date.parse((await branchOf(branch.id)).copied_at!)).toBeGreaterThan(Date.parse(branch.copied_at!))
  })

  test('keeps its data when it cannot be reset, and says why', async () => {
    const ref = branch.project_ref
    await ask(ref, "insert into goods values (9, 'kept')")
    const before = await goodsOf(ref)
    // Only the copy of a server whose log has no whole pages needs a slot from the beginning.
    for (const query of ['alter system set full_page_writes = off', 'select pg_reload_conf()'])
      await asAdmin(shop, query)
    await asAdmin(
      shop,
      `select pg_create_physical_replication_slot('taken' || n) from generate_series(1,
        current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots)) n`,
    )
    // What is not offered is refused.
    const asked = { migration_version: '20260101000000' } as never
    expect(await owner.call(resetBranch, { params: { id: branch.id }, body: asked })).toMatchObject({
      status: 400,
    })
    await owner.call(resetBranch, { params: { id: branch.id }, body: null })
    await waitFor(async () => (await branchOf(branch.id)).failure !== null)
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    for (const query of [
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots',
      'alter system reset full_page_writes',
      'select pg_reload_conf()',
    ])
      await asAdmin(shop, query)
    expect((await branchOf(branch.id)).failure).toMatch(/could not be reset: All replication slots/)
    expect(await goodsOf(ref)).toEqual(before)
  })

  test('keeps its data and what it can be merged with when its reset is cancelled', async () => {
    const ref = branch.project_ref
    const factsOf = () =>
      fixture.metadata
        .selectFrom('branches')
        .select(['copied_at', 'copy_facts', 'base_schema', 'source_project_ref', 'reset_failure'])
        .where('project_ref', '=', ref)
        .executeTakeFirstOrThrow()
    const setShop = (status: 'RESTARTING' | 'ACTIVE_HEALTHY', using = fixture.metadata) =>
      using.updateTable('projects').set({ status }).where('ref', '=', shop).execute()
    const archiveOf = async () =>
      (
        await fixture.metadata
          .selectFrom('backup_settings')
          .select('archive')
          .where('ref', '=', ref)
          .executeTakeFirstOrThrow()
      ).archive
    await ask(ref, "insert into goods values (10, 'kept too')")
    const before = { goods: await goodsOf(ref), archive: await archiveOf() }
    expect((await owner.call(cancelBranchReset, { params: { id: branch.id } })).status).toBe(409)
    // It waits for its source, which is being restarted.
    await inLine(
      fixture.metadata,
      async (transaction) => {
        await transaction.selectFrom('projects').select('ref').where('ref', '=', ref).forUpdate().execute()
        await setShop('RESTARTING', transaction)
      },
      [() => owner.call(resetBranch, { params: { id: branch.id }, body: null })],
    )
    const known = await factsOf()
    const cancelled = await waitFor(async () => {
      const reply = await owner.call(cancelBranchReset, { params: { id: branch.id } })
      return reply.status === 200 ? reply : undefined
    })
    expect(cancelled.body).toMatchObject({ id: branch.id })
    await reaches(owner, ref, 'ACTIVE_HEALTHY')
    await setShop('ACTIVE_HEALTHY')
    expect(await branchOf(branch.id)).toMatchObject({ failure: null })
    expect(await factsOf()).toEqual({ ...known, reset_failure: null })
    expect({ goods: await goodsOf(ref), archive: await archiveOf() }).toEqual(before)
    expect((await owner.call(cancelBranchReset, { params: { id: branch.id } })).status).toBe(409)
  })

  test('is renamed, and its project with it', async () => {
    const { body } = await owner.call(updateBranch, {
      params: { id: branch.id },
      body: { branch_name: 'renamed', persistent: true },
    })
    expect(body).toMatchObject({ name: 'renamed', persistent: true })
    const { name } = (await owner.send('GET', `/platform/projects/${branch.project_ref}`)).body as {
      name: string
    }
    expect(name).toBe('Shop (renamed)')
  })

  test('keeps its parent from being deleted, with the names of all branches', async () => {
    const refused = await owner.call(deleteProject, { params: { ref: shop } })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Delete its branches first: of the feature, renamed.' },
    })
  })

  test('is deleted with its data, and its parent keeps its own', async () => {
    const ref = branch.project_ref
    const { status, body } = await owner.call(deleteBranch, { params: { id: ref } })
    expect([status, body.status]).toEqual([200, 'GOING_DOWN'])
    await waitFor(async () => !(await branchesOf(shop)).some(({ id }) => id === branch.id))
    expect(await fixture.engine.exists(ref)).toBe(false)
    expect((await owner.call(getBranch, { params: { id: ref } })).status).toBe(404)
    expect(await goodsOf(shop)).toHaveLength(2)
    const [, left] = await branchesOf(shop)
    expect(left).toMatchObject({ name: 'of the feature', source_project_ref: null })
  })
})

test('a branch with only the schema has no rows of its parent, and its sequences begin again', async () => {
  const shop = await aShop()
  await ask(
    shop,
    `create schema "Other one";
     create table "Other one"."Orders" (id int primary key, good int references goods);
     insert into "Other one"."Orders" values (1, 1);
     create table parted (id bigserial, n int) partition by range (n);
     create table parted_1 partition of parted for values from (0) to (100);
     insert into parted (n) select n from generate_series(1, 50) n;
     create materialized view names as select name from goods;
     create view endless as select 1 as n; create or replace view endless as select n from endless;
     create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger never before truncate on goods execute function refuse();
     alter table goods enable always trigger never;
     create schema many; do $$ begin
       for n in 1..210 loop execute format('create table many.t%s (id int references public.goods)', n); end loop;
     end $$;
     insert into many.t1 values (1); insert into many.t210 values (1);
     select lo_from_bytea(0, 'large'); analyze`,
  )
  const { project_ref: ref, with_data } = await aBranch(shop, { branch_name: 'schema', with_data: false })
  expect(with_data).toBe(false)
  expect(
    await ask(
      ref,
      `select (select count(*)::int from goods) as goods, (select count(*)::int from "Other one"."Orders") as orders,
        (select count(*)::int from parted) as parted,
        (select count(*)::int from many.t1 full join many.t210 using (id)) as many,
        (select relispopulated from pg_class where relname = 'names') as populated,
        (select count(*)::int from pg_largeobject_metadata) as large,
        (select count(*)::int from pg_trigger where tgname = 'never' and tgenabled = 'A') as triggers,
        (select count(*)::int from pg_stats where schemaname = 'public') as statistics`,
    ),
  ).toEqual([
    { goods: 0, orders: 0, parted: 0, many: 0, populated: false, large: 0, triggers: 1, statistics: 0 },
  ])
  expect(await ask(ref, 'insert into parted (n) values (1) returning id::int')).toEqual([{ id: 1 }])
  expect(await ask(ref, 'truncate goods cascade')).toMatchObject({
    message: expect.stringContaining('refused'),
  })
  expect(await goodsOf(shop)).toHaveLength(1)
})

test('a branch sends no requests and no webhooks of its parent, until they are switched on', async () => {
  await using receiver = await openReceiver()
  const shop = await aShop()
  const webhook = {
    id: crypto.randomUUID(),
    name: 'hook',
    schema: 'public',
    table: 'goods',
    events: ['INSERT' as const],
    url: receiver.url,
  }
  expect((await owner.call(createTableWebhook, { params: { ref: shop }, body: webhook })).status).toBe(201)
  await asAdmin(
    shop,
    `insert into basalt.http_requests (method, url, headers, timeout_milliseconds)
    values ('GET', '${receiver.url}', '{}', 1000)`,
  )
  const { project_ref: ref, id } = await aBranch(shop)
  expect(
    await asAdmin(
      ref,
      'select (select count(*)::int from basalt.http_requests) as requests, (select count(*)::int from basalt.outbox) as events',
    ),
  ).toEqual([{ requests: 0, events: 0 }])
  await fixture.tableWebhooks.start()
  await ask(ref, "insert into goods values (5, 'of the branch')")
  await fixture.tableWebhooks.settled(ref)
  expect(await asAdmin(ref, 'select state, answer, next_attempt_at from basalt.outbox')).toEqual([
    { state: 'failed', answer: 'Not sent: webhooks of this branch are off', next_attempt_at: null },
  ])
  expect((await owner.call(listTableWebhooks, { params: { ref } })).body).toMatchObject([
    { id: webhook.id, is_enabled: true, last_delivery: { outcome: 'failed' } },
  ])

  const answerTo = async (asked: string) => {
    const [asking] = (await ask(ref, `select ${asked} as id`)) as { id: string }[]
    fixture.httpRequests.refresh(ref)
    return waitFor(async () => {
      const [answer] = (await ask(
        ref,
        `select status_code, error_msg from net._http_response where id = ${asking!.id}`,
      )) as object[]
      return answer
    })
  }
  expect(await answerTo(`net.http_get('${receiver.url}')`)).toMatchObject({
    status_code: null,
    error_msg: expect.stringMatching(/^Not sent: HTTP requests of this branch are off/),
  })
  expect(receiver.received).toEqual([])
  await owner.call(updateBranch, { params: { id }, body: { sends_requests: true } })
  expect(await answerTo(`net.http_get('${receiver.url}')`)).toMatchObject({ status_code: 200 })
  await ask(ref, "insert into goods values (6, 'after the switch')")
  await fixture.tableWebhooks.settled(ref)
  // The first answers the request of SQL. A receiver that knows the ids of the parent's events takes this for a new one.
  const [, event, ...more] = receiver.received
  expect(JSON.parse(event!.body).record).toEqual({ id: 6, name: 'after the switch' })
  expect(event!.headers['webhook-id']).not.toContain(webhook.id)
  expect(more).toEqual([])
})

test('a branch takes neither subscriptions nor replicas along', async () => {
  const shop = await aShop()
  await asAdmin(shop, "create role basalt_replica_x login replication password 'x'")
  for (const sql of [
    "create subscription feed connection 'host=127.0.0.1 port=1' publication p with (connect = false)",
    'alter subscription feed enable',
  ])
    await asAdmin(shop, sql)
  const { project_ref: ref } = await aBranch(shop)
  expect(
    await asAdmin(
      ref,
      "select (select count(*)::int from pg_subscription) as subscriptions, (select count(*)::int from pg_roles where rolname like 'basalt_replica_%') as replicas, (select count(*)::int from pg_replication_slots) as slots",
    ),
  ).toEqual([{ subscriptions: 0, replicas: 0, slots: 0 }])
  expect(await asAdmin(shop, 'select subenabled from pg_subscription')).toEqual([{ subenabled: true }])
})

test('a creation is cancelled by deleting the branch, and nothing is left', async () => {
  const shop = await aShop()
  const { body } = await owner.call(createBranch, {
    params: { ref: shop },
    body: { branch_name: 'unwanted' },
  })
  expect(body.status).toBe('COMING_UP')
  expect((await owner.call(deleteBranch, { params: { id: body.id } })).status).toBe(200)
  await waitFor(async () => (await branchesOf(shop)).length === 1)
  expect(await fixture.engine.exists(body.project_ref)).toBe(false)
  await waitFor(async () => (await asAdmin(shop, 'select from pg_replication_slots')).length === 0)
  expect(await goodsOf(shop)).toHaveLength(1)
})

test('ten branches at once, as many as the plan allows, are made one after the other', async () => {
  const shop = await aShop()
  const asked = await Promise.all(
    Array.from({ length: branchesMax.pro }, (_, number) => `branch ${number}`).map((branch_name) =>
      owner.call(createBranch, { params: { ref: shop }, body: { branch_name } }),
    ),
  )
  for (const { body } of asked) {
    await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
    expect(await goodsOf(body.project_ref)).toHaveLength(1)
    // Also while the one before is being deleted.
    const { branches } = (await owner.call(listBranchDetails, { params: { ref: shop } })).body
    // Two copies at once would take two of the source's few replication slots.
    expect(branches.filter((branch) => branch.progress !== null).length).toBeLessThanOrEqual(1)
    // While its schema is still being read for merges.
    expect((await owner.call(deleteBranch, { params: { id: body.id } })).status).toBe(200)
  }
  await waitFor(async () => (await branchesOf(shop)).length === 1)
})

test('a branch wakes the project that it is made from, and is refused while that one fails', async () => {
  const shop = await aShop()
  await waitFor(async () => (await owner.call(putToSleep, { params: { ref: shop } })).status === 200)
  expect((await fixture.engine.facts(shop)).state).toBe('stopped')
  const { id, project_ref: ref } = await aBranch(shop, { branch_name: 'of a sleeper' })
  expect(await goodsOf(ref)).toEqual([{ id: 1, name: 'lamp' }])

  const { repair } = await breakDatabase(fixture, shop)
  await owner.call(restartProject, { params: { ref: shop } })
  await reaches(owner, shop, 'ACTIVE_UNHEALTHY')
  const refused = expect.objectContaining({
    status: 409,
    body: expect.objectContaining({
      message: expect.stringContaining('ACTIVE_UNHEALTHY. Resume or restart it first'),
    }),
  })
  expect(await owner.call(createBranch, { params: { ref: shop }, body: { branch_name: 'x' } })).toEqual(
    refused,
  )
  expect(await owner.call(resetBranch, { params: { id }, body: null })).toEqual(refused)
  // It does not need its parent.
  expect(await goodsOf(ref)).toEqual([{ id: 1, name: 'lamp' }])
  await repair()
  await owner.call(restartProject, { params: { ref: shop } })
  await reaches(owner, shop, 'ACTIVE_HEALTHY')
})

test('what cannot be is refused in words', async () => {
  const shop = await aShop()
  const create = (person: Person, body: object, ref = shop) =>
    person.call(createBranch, { params: { ref }, body: body as { branch_name: string } })
  const [main] = await branchesOf(shop)
  expect(await owner.call(deleteBranch, { params: { id: main!.id } })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Delete the project instead') },
  })
  expect((await owner.call(resetBranch, { params: { id: main!.id }, body: null })).status).toBe(409)
  expect(
    (await owner.call(updateBranch, { params: { id: main!.id }, body: { expires_after_days: 3 } })).status,
  ).toBe(409)
  for (const body of [
    {},
    { branch_name: '' },
    { branch_name: 'x', with_data: 'no' },
    { branch_name: 'x', expires_after_days: 0 },
    { branch_name: 'x', other: 1 },
  ])
    expect((await create(owner, body)).status).toBe(400)
  const reader = await aMember(fixture, owner, organization.slug, { role_id: 'read_only' })
  expect((await create(reader, { branch_name: 'x' })).status).toBe(403)
  const stranger = await signUp(fixture)
  expect((await create(stranger, { branch_name: 'x' })).status).toBe(404)

  await owner.call(pauseProject, { params: { ref: shop } })
  await reaches(owner, shop, 'INACTIVE')
  expect(await create(owner, { branch_name: 'x' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('INACTIVE. Resume or restart it first') },
  })
  await owner.call(restoreProject, { params: { ref: shop } })
  await reaches(owner, shop, 'ACTIVE_HEALTHY')
  expect((await create(owner, { branch_name: 'main' })).status).toBe(409)

  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'free' } })
  const asked = await Promise.all(['a', 'b', 'c', 'd'].map((branch_name) => create(owner, { branch_name })))
  expect(asked.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  expect(asked.find(({ status }) => status === 409)!.body).toMatchObject({
    message: 'A project of the Free plan can have 2 branches besides the default one. Delete one first.',
  })
  await owner.call(updateSubscription, { params: { slug: organization.slug }, body: { plan: 'pro' } })
  for (const { status, body } of asked)
    if (status === 201) await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
})
