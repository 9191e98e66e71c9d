import { changeBackupSettings, listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import {
  createBranch,
  deleteBranch,
  diffBranch,
  getBranch,
  mergeBranch,
  pushBranch,
  resetBranch,
  updateBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
  getMergeRequest,
  getParentUpdate,
  listMergedRows,
  listMergeRequests,
  listMergeReviewers,
  mergeMergeRequest,
  rehearseMergeRequest,
  reviewMergeRequest,
  updateMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import {
  CHANGED_SINCE_APPROVAL,
  MOVED_SINCE_REHEARSAL,
  planChange,
} from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { savePolicyExpectations } from '@basalt/contract/policy-matrix/policy-matrix.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { StorageClient } from '@supabase/storage-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, type Person, reaches, signUp } from '../../test/people.ts'
import { openStorage, type StorageFixture } from '../../test/storage-fixture.ts'

let storage: StorageFixture
let owner: Person
let shop: string
beforeAll(async () => {
  storage = await openStorage()
  owner = storage.owner
  shop = storage.ref
})
afterAll(() => storage[Symbol.asyncDispose]())

const ask = async (ref: string, query: string) => {
  const { status, body } = await owner.call(runQuery, { params: { ref }, body: { query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function aBranch(branch_name: string, over: object = {}): Promise<Branch> {
  const { body } = await owner.call(createBranch, { params: { ref: shop }, body: { branch_name, ...over } })
  await reaches(owner, body.project_ref, 'ACTIVE_HEALTHY')
  return (await owner.call(getBranch, { params: { id: body.id } })).body
}

/** The calls about one merge request of a branch. */
function callsOf(person: Person, ref: string, id: string) {
  const params = { ref, id }
  const settled = () =>
    waitFor(async () => {
      const { body } = await person.call(getMergeRequest, { params })
      return body.status !== 'merging' && body.rehearsal?.status !== 'running' ? body : undefined
    })
  return {
    get: () => person.call(getMergeRequest, { params }),
    change: (body: object) => person.call(updateMergeRequest, { params, body }),
    changes: async () => {
      const { status, body } = await person.call(getMergeChanges, { params })
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },
    rows: (query: object) => person.call(listMergedRows, { params, query: query as never }),
    /** Decides conflicts as they are now, by key. */
    async decide(schema: string, name: string, decisions: Record<string, string>) {
      const { body } = await person.call(listMergedRows, { params, query: { schema, name } as never })
      const row_decisions = Object.entries(decisions).map(([key, decision]) => {
        const { state } = body.rows.find((row) => row.key === key)!
        return { schema, name, key, state, decision }
      })
      return person.call(updateMergeRequest, { params, body: { row_decisions } as never })
    },
    /** What a reviewer approves who sees the page now. */
    async seen() {
      const { revision } = (await person.call(getMergeRequest, { params })).body
      return { revision, content: (await person.call(getMergeChanges, { params })).body.content }
    },
    review: (body: object) => person.call(reviewMergeRequest, { params, body }),
    async rehearse() {
      const { status, body } = await person.call(rehearseMergeRequest, { params })
      expect(status, JSON.stringify(body)).toBe(200)
      return settled()
    },
    async merge() {
      const reply = await person.call(mergeMergeRequest, { params })
      return reply.status === 200 ? { status: 200, body: await settled() } : reply
    },
  }
}

async function aRequest(branch: Branch, body: object = {}) {
  const reply = await owner.call(createMergeRequest, {
    params: { ref: branch.project_ref },
    body: { title: `Merge ${branch.name}`, ...body },
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return callsOf(owner, branch.project_ref, reply.body.id)
}

/** The files of a branch. */
async function filesOf(ref: string) {
  const { body: keys } = await owner.call(listApiKeys, { params: { ref } })
  const key = keys.find(({ name }) => name === 'service_role')!.api_key!
  return new StorageClient(`${storage.origin}/p/${ref}/storage/v1`, {
    apikey: key,
    authorization: `Bearer ${key}`,
  })
}

test('a branch is rehearsed and merged with its schema, rows and files, while production moved on', async () => {
  // So that there is something to return to.
  await owner.call(changeBackupSettings, { params: { ref: shop }, body: { pitr_enabled: true } })
  await storage.service.createBucket('life')
  await storage.put('life', 'changed.txt', 'old')
  await storage.put('life', 'removed.txt', 'old')
  await ask(
    shop,
    `create schema life; create table life.plans (id serial primary key, name text not null, price int);
     insert into life.plans (name, price) values ('free', 0), ('pro', 10), ('team', 20)`,
  )
  const branch = await aBranch('life')
  const ref = branch.project_ref
  // A sequence of a branch may go on some numbers later, and both sides are to insert the same one.
  await ask(
    ref,
    `select setval('life.plans_id_seq', 3);
     alter table life.plans add seats int not null default 1; create table life.coupons (code text primary key, plan int references life.plans);
     insert into life.coupons (code) values ('SPRING');
     update life.plans set price = 12, seats = 5 where name = 'pro'; delete from life.plans where name = 'team';
     insert into life.plans (name, price) values ('enterprise', 99)`,
  )
  const files = await filesOf(ref)
  await files.createBucket('made')
  await files.from('made').upload('a/b.txt', 'added', { contentType: 'text/plain' })
  await files.from('life').update('changed.txt', 'new', { contentType: 'text/plain' })
  await files.from('life').remove(['removed.txt'])
  await ask(
    shop,
    `alter table life.plans add note text; update life.plans set note = 'kept', price = 11 where name = 'pro';
     insert into life.plans (name) values ('trial')`,
  )

  const requested = await owner.call(updateBranch, {
    params: { id: branch.id },
    body: { request_review: true },
  })
  expect(requested.status).toBe(200)
  const [request] = (await owner.call(listMergeRequests, { params: { ref: shop } })).body
  expect(request).toMatchObject({ title: 'Merge life', status: 'open', branch_ref: ref, target_ref: shop })
  const calls = callsOf(owner, ref, request!.id)

  const found = await calls.changes()
  expect(found.statements.map(({ sql }) => sql).join('\n')).toMatch(/seats/)
  expect(found.statements.some(({ is_destructive }) => is_destructive)).toBe(false)
  expect(found.tables.filter(({ schema }) => schema === 'life')).toEqual([
    expect.objectContaining({ name: 'coupons', inserted: 1, is_chosen: false }),
    expect.objectContaining({
      name: 'plans',
      inserted: 1,
      updated: 1,
      deleted: 1,
      conflicts: 2,
      undecided: 2,
    }),
  ])
  const tables = ['plans', 'coupons'].map((name) => ({ schema: 'life', name }))
  expect(found.files).toEqual([
    { bucket: 'life', path: 'changed.txt', kind: 'changed' },
    { bucket: 'life', path: 'removed.txt', kind: 'removed' },
    { bucket: 'made', path: 'a/b.txt', kind: 'added' },
  ])
  await calls.change({ tables, includes_files: true })
  expect((await calls.changes()).obstacle).toBe('Decide the 2 conflicts first')
  expect((await calls.merge()).status).toBe(409)

  const { body: rows } = await calls.rows({ schema: 'life', name: 'plans' })
  expect(rows.rows.map(({ key, conflict, options }) => [key, conflict, options])).toEqual([
    ['["2"]', 'both_updated', ['target', 'branch']],
    ['["4"]', 'both_inserted', ['renumber', 'target', 'branch']],
    ['["3"]', null, []],
  ])
  expect(rows.rows[0]).toMatchObject({ branch: { price: '12', seats: '5' }, target: { price: '11' } })
  // Two people decide at once.
  await Promise.all([
    calls.decide('life', 'plans', { '["2"]': 'branch' }),
    calls.decide('life', 'plans', { '["4"]': 'renumber' }),
  ])
  expect((await calls.changes()).obstacle).toBe('Rehearse the merge first')
  const { rehearsal } = await calls.rehearse()
  expect(rehearsal).toMatchObject({ status: 'passed', error: null, rows: { put: 6, removed: 2 } })
  const altered = rehearsal!.statements.find(({ sql }) => /seats/.test(sql))!
  expect(altered.locks).toContain('life.plans: AccessExclusiveLock')
  expect(rehearsal!.advisors).toEqual({
    added: [
      {
        kind: 'performance',
        level: 'INFO',
        title: 'Foreign key without an index',
        detail: 'The foreign key coupons_plan_fkey of life.coupons is covered by no index',
      },
    ],
    removed: [],
    error: null,
  })
  // Nothing of it has reached production, and the copy is gone.
  expect(await ask(shop, "select to_regclass('life.coupons') as made")).toEqual([{ made: null }])
  expect(await storage.engine.exists(`rehearsal_${request!.id.replaceAll('-', '')}`)).toBe(false)

  await ask(shop, 'create index on life.plans (name)')
  expect(await calls.changes()).toMatchObject({
    has_moved: true,
    obstacle: MOVED_SINCE_REHEARSAL,
  })
  await calls.rehearse()
  const merged = await calls.merge()
  expect(merged.body, JSON.stringify(merged.body)).toMatchObject({ status: 'merged', failure: null })
  expect(await ask(shop, 'select id, name, price, note, seats from life.plans order by id')).toEqual([
    { id: 1, name: 'free', price: 0, note: null, seats: 1 },
    { id: 2, name: 'pro', price: 12, note: 'kept', seats: 5 },
    { id: 4, name: 'trial', price: null, note: null, seats: 1 },
    { id: 5, name: 'enterprise', price: 99, note: null, seats: 1 },
  ])
  const textOf = async (bucket: string, path: string) =>
    (await storage.filesOf(bucket).download(path)).data?.text()
  expect(await textOf('made', 'a/b.txt')).toBe('added')
  expect(await textOf('life', 'changed.txt')).toBe('new')
  expect(await textOf('life', 'removed.txt')).toBeUndefined()
  expect(await ask(shop, 'select code from life.coupons')).toEqual([{ code: 'SPRING' }])
  const { body: history } = await calls.get()
  expect(history.events.map(({ kind }) => kind)).toEqual([
    'opened',
    'changed',
    'changed',
    'changed',
    'rehearsed',
    'rehearsed',
    'merged',
  ])
  const { body: changes } = await owner.call(listChanges, {
    params: { ref: shop },
    query: { origin: 'merge' },
  })
  expect(changes.changes[0]).toMatchObject({ outcome: 'done', kind: 'schema' })
  expect(
    await ask(shop, "select name from supabase_migrations.schema_migrations where name = 'merge life'"),
  ).toHaveLength(1)
  const { body: notices } = await owner.call(listNotifications, { query: {} })
  expect(JSON.stringify(notices)).toContain('Merged: Merge life')
  const { body: backups } = await owner.call(listBackups, { params: { ref: shop } })
  expect(backups.pitr.restore_points).toMatchObject([{ name: 'Before merging life', reason: 'merge' }])
  await owner.call(changeBackupSettings, { params: { ref: shop }, body: { pitr_enabled: false } })

  // Nothing is left to merge but the key that both sides have given out.
  expect((await owner.call(getBranch, { params: { id: branch.id } })).body.review_requested_at).toBeNull()
  const again = await aRequest(branch, { tables })
  expect(await again.changes()).toMatchObject({
    statements: [],
    files: [],
    obstacle: 'Decide the conflict first',
  })
})

test('a rehearsal tells which expected policies and which frequent queries the merge would break', async () => {
  await ask(
    shop,
    `create schema watched; grant usage on schema watched to anon;
     create table watched.notes (id int primary key, old text);
     insert into watched.notes select n, 'note' from generate_series(1, 2000) n; analyze watched.notes;
     grant select on watched.notes to anon; alter table watched.notes enable row level security;
     create policy readable on watched.notes for select using (true);
     create function watched.version() returns int language sql as 'select 1'`,
  )
  const table = { schema: 'watched', table: 'notes' }
  const saved = await owner.call(savePolicyExpectations, {
    params: { ref: shop },
    body: {
      actors: [{ name: 'visitor', role: 'anon' }],
      cells: [
        { actor: 'visitor', ...table, action: 'select', outcome: 'all' },
        { actor: 'visitor', ...table, action: 'delete', outcome: 'refused' },
      ],
    },
  })
  expect(saved.status).toBe(200)
  await ask(shop, "select count(*) from watched.notes where old = 'note'")
  await ask(shop, 'select pg_sleep(0.05), max(id) from watched.notes where id between 1 and 1900')
  const branch = await aBranch('watched')
  await ask(
    branch.project_ref,
    `drop policy readable on watched.notes; alter table watched.notes drop old, drop constraint notes_pkey;
     alter table watched.notes add primary key (id);
     create or replace function watched.version() returns int language sql as 'select 2'`,
  )
  const calls = await aRequest(branch)
  // What is changed in the first moment of a branch is a change of it.
  const statements = (await calls.changes()).statements.map(({ sql }) => sql)
  expect(statements).toEqual(expect.arrayContaining([expect.stringContaining('select 2')]))
  const { rehearsal } = await calls.rehearse()
  expect(rehearsal).toMatchObject({ status: 'passed', error: null })
  expect(rehearsal!.policies).toEqual({
    tried: 2,
    unexpected: [
      { actor: 'visitor', ...table, action: 'select', expected: 'all', outcome: 'none', message: null },
    ],
    error: null,
  })
  const planOf = (words: string) => rehearsal!.plans.find(({ sql }) => sql.includes(words))
  expect(planOf('where old =')).toMatchObject({
    calls: 1,
    before: { steps: expect.arrayContaining(['Seq Scan on notes']) },
    after: null,
    error: 'column "old" does not exist',
  })
  const { before, after } = planOf('between')!
  expect([before.cost > 0, after!.steps]).toEqual([true, before.steps])
})

test('a rehearsal tells which tables are rewritten, what the database grows by, and which queries get slower', async () => {
  await ask(
    shop,
    `create schema sized; create table sized.readings (id int primary key, sensor int, note text);
     insert into sized.readings select n, n, repeat(md5(n::text), 3) from generate_series(1, 20000) n;
     create index sensors on sized.readings (sensor); analyze sized.readings`,
  )
  await ask(shop, 'select pg_sleep(0.05), max(id) from sized.readings where sensor = 7')
  const branch = await aBranch('sized')
  await ask(
    branch.project_ref,
    `drop index sized.sensors; create index notes on sized.readings (note);
     create table sized.others as select 1 as n; alter table sized.readings alter id type bigint`,
  )
  const { rehearsal } = await (await aRequest(branch)).rehearse()
  expect(rehearsal).toMatchObject({ status: 'passed', error: null })
  const rewritten = rehearsal!.statements.flatMap((statement) =>
    statement.rewritten.map((name) => [/type/i.test(statement.sql), name]),
  )
  expect(rewritten).toContainEqual([true, 'sized.readings'])
  // The index of the notes, which are 96 bytes each.
  expect(rehearsal!.grown_bytes).toBeGreaterThan(20_000 * 96)
  const { before, after } = rehearsal!.plans.find(({ sql }) => sql.includes('sized.readings'))!
  expect(before.steps.join()).toContain('sensors')
  expect(planChange(before, after)).toBe('slower')
})

test('a merge is approved by those who may, waits for no lock, and changes nothing when it fails', async () => {
  await ask(shop, "create table busy (id int primary key, name text); insert into busy values (1, 'a')")
  const branch = await aBranch('blocked')
  const ref = branch.project_ref
  await ask(ref, "alter table busy add note text; update busy set name = 'b'")
  const [organization] = (await owner.call(listOrganizations)).body
  const member = (role_id: 'developer' | 'read_only') =>
    aMember(storage, owner, organization!.slug, { role_id })
  const developer = await member('developer')
  const reader = await member('read_only')
  const stranger = await signUp(storage)
  const create = (person: Person, body: object, of = ref) =>
    person.call(createMergeRequest, { params: { ref: of }, body })
  for (const body of [{}, { title: '' }, { title: 'x', tables: [{}] }, { title: 'x', other: 1 }])
    expect((await create(owner, body)).status).toBe(400)
  expect((await create(owner, { title: 'x' }, shop)).status).toBe(409)
  expect((await create(reader, { title: 'x' })).status).toBe(403)
  expect((await create(stranger, { title: 'x' })).status).toBe(404)
  const tables = [{ schema: 'public', name: 'busy' }]
  const { body: candidates } = await developer.call(listMergeReviewers, { params: { ref } })
  expect(candidates.map(({ email }) => email)).toEqual([owner.email])
  expect(await create(developer, { title: 'x', reviewers: [developer.id] })).toMatchObject({
    status: 400,
    body: { message: 'Only owners and administrators can be asked for a review. Choose others.' },
  })
  const reviewers = candidates.map(({ id }) => id)
  const { body: created } = await create(developer, { title: 'Of a developer', tables, reviewers })
  expect(created.reviewers).toEqual([{ ...candidates[0], has_approved: false }])
  const noticesOf = async (person: Person) =>
    (await person.call(listNotifications, { query: {} })).body.filter(
      ({ name }) => name === 'merge_review_requested',
    )
  const [notice, ...more] = await noticesOf(owner)
  expect(more).toEqual([])
  expect(notice!.data.actions).toEqual([
    { label: 'Review', url: `/project/${ref}/merge` },
    { label: 'Open branch', url: `/project/${ref}` },
  ])
  expect(await noticesOf(developer)).toEqual([])
  expect((await create(owner, { title: 'x' })).status).toBe(409)
  const ofDeveloper = callsOf(developer, ref, created.id)
  const ofOwner = callsOf(owner, shop, created.id)
  const ofReader = callsOf(reader, ref, created.id)
  const { content } = await ofDeveloper.changes()

  for (const sql of ['commit', 'create index concurrently on busy (name)'])
    expect(await ofDeveloper.change({ sql })).toMatchObject({ status: 400 })
  await ofDeveloper.change({ sql: 'alter table busy add note text; select 1 / 0' })
  expect((await ofDeveloper.rehearse()).rehearsal).toMatchObject({
    status: 'failed',
    error: 'Statement 2 of 2 failed: division by zero',
  })
  expect((await ofDeveloper.merge()).status).toBe(409)
  await ofDeveloper.change({
    sql: 'alter table busy add note text; comment on table busy is $$edited; by hand$$',
  })

  const merge = (person: Person) => person.call(mergeBranch, { params: { id: branch.id } })
  expect(await merge(developer)).toMatchObject({
    status: 409,
    body: { message: 'An owner or administrator must approve the merge request first.' },
  })
  expect((await merge(stranger)).status).toBe(404)
  expect((await ofDeveloper.review({ kind: 'approved', ...(await ofDeveloper.seen()) })).status).toBe(403)
  expect((await ofReader.review({ kind: 'commented', text: 'x' })).status).toBe(403)
  expect((await ofDeveloper.review({ kind: 'commented', text: ' ' })).status).toBe(409)
  await ofDeveloper.review({ kind: 'commented', text: 'Please look' })
  // Nobody approves what nobody has seen.
  for (const part of [{}, { content }, { revision: created.revision }])
    expect((await ofOwner.review({ kind: 'approved', ...part })).status).toBe(400)
  const shown = await ofOwner.seen()
  expect((await ofOwner.review({ kind: 'approved', text: 'Fine', ...shown })).body.is_approved).toBe(true)
  // An approval is of what was there.
  expect((await ofDeveloper.change({ includes_files: false })).body.is_approved).toBe(false)
  expect(await ofOwner.review({ kind: 'approved', ...shown })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('changed since') },
  })
  expect((await ofDeveloper.review({ kind: 'closed' })).body.status).toBe('closed')
  for (const refused of [
    ofDeveloper.change({ title: 'y' }),
    ofDeveloper.review({ kind: 'closed' }),
    ofDeveloper.merge(),
  ])
    expect((await refused).status).toBe(409)
  expect((await ofDeveloper.review({ kind: 'reopened' })).body.status).toBe('open')
  const { body: approved } = await ofOwner.review({ kind: 'approved', ...(await ofOwner.seen()) })
  expect(approved.reviewers).toEqual([{ ...candidates[0], has_approved: true }])

  const seen = await ofOwner.seen()
  expect((await ofDeveloper.changes()).is_approved).toBe(true)
  await ask(ref, "update busy set name = 'not seen by anybody'")
  expect(await merge(developer)).toMatchObject({
    status: 409,
    body: { message: `${CHANGED_SINCE_APPROVAL}.` },
  })
  expect((await ofDeveloper.changes()).is_approved).toBe(false)
  expect(await ofOwner.review({ kind: 'approved', ...seen })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('changed since') },
  })
  await ask(ref, "update busy set name = 'b'")
  expect((await ofDeveloper.changes()).is_approved).toBe(true)

  await using blocker = await aBlocker()
  expect(await merge(developer)).toMatchObject({
    status: 201,
    body: { workflow_run_id: created.id, message: 'ok' },
  })
  const blocked = await waitFor(async () => {
    const { body } = await ofDeveloper.get()
    return body.failure === null ? undefined : body
  })
  expect(blocked).toMatchObject({
    status: 'open',
    rehearsal: { status: 'passed' },
    failure: expect.stringMatching(/holds a lock/),
  })
  await blocker.end()
  expect(await ask(shop, 'select * from busy')).toEqual([{ id: 1, name: 'a' }])

  // What is checked is what is merged, also when it is changed meanwhile.
  const { sql } = blocked
  const [changed, tooLate] = await Promise.all([
    ofDeveloper.change({ sql: `${sql}; delete from busy` }),
    ofDeveloper.merge(),
  ])
  expect([changed.status, tooLate.status]).toEqual([200, 409])
  expect(await ask(shop, 'select * from busy')).toEqual([{ id: 1, name: 'a' }])
  await ofDeveloper.change({ sql })
  await ofOwner.review({ kind: 'approved', ...(await ofOwner.seen()) })
  await ofDeveloper.rehearse()
  expect((await ofDeveloper.merge()).body).toMatchObject({ status: 'merged' })
  expect(await ask(shop, 'select * from busy')).toEqual([{ id: 1, name: 'b', note: null }])
  expect(await ask(shop, "select obj_description('busy'::regclass) as comment")).toEqual([
    { comment: 'edited; by hand' },
  ])
  const { body: history } = await ofReader.get()
  expect(history.events.map(({ kind, made_by }) => [kind, made_by])).toContainEqual([
    'merged',
    developer.email,
  ])
})

test('nothing overwrites what production got after a conflict was decided and the merge rehearsed', async () => {
  await ask(
    shop,
    `create type mood as enum ('ok'); create table prices (id int primary key, price int, name text); insert into prices select n, 1, 'old' from generate_series(1, 4) n`,
  )
  const branch = await aBranch('prices')
  const ref = branch.project_ref
  await ask(
    ref,
    "update prices set price = 2 where id in (1, 2, 3); delete from prices where id = 4; update prices set name = 'new' where id = 3",
  )
  await ask(shop, 'update prices set price = 3 where id in (1, 2, 4)')
  const tables = [{ schema: 'public', name: 'prices' }]
  const calls = await aRequest(branch, { tables })
  const decideAll = () =>
    calls.decide('public', 'prices', { '["1"]': 'branch', '["2"]': 'target', '["4"]': 'branch' })
  await decideAll()
  expect((await calls.rehearse()).rehearsal).toMatchObject({ status: 'passed', rows: { put: 2, removed: 1 } })
  expect(await calls.changes()).toMatchObject({ obstacle: null, has_moved: false })

  const atRehearsal = [
    { id: 1, price: 3, name: 'old' },
    { id: 2, price: 3, name: 'old' },
    { id: 3, price: 1, name: 'old' },
    { id: 4, price: 3, name: 'old' },
  ]
  const rowsOfShop = () => ask(shop, 'select * from prices order by id')
  expect(await rowsOfShop()).toEqual(atRehearsal)
  const newer = [
    { ...atRehearsal[0], price: 100 },
    ...atRehearsal.slice(1, 3),
    { ...atRehearsal[3], price: 200 },
  ]
  await ask(shop, 'update prices set price = 100 where id = 1; update prices set price = 200 where id = 4')
  expect(await calls.changes()).toMatchObject({
    tables: [{ conflicts: 3, undecided: 2, outdated: 2 }],
    obstacle: '2 rows have changed since their conflicts were decided. Decide again.',
  })
  const { body: page } = await calls.rows(tables[0]!)
  expect(page.rows.map(({ key, decision, is_outdated }) => [key, decision, is_outdated])).toEqual([
    ['["1"]', null, true],
    ['["2"]', 'target', false],
    ['["4"]', null, true],
    ['["3"]', null, false],
  ])
  expect((await calls.merge()).status).toBe(409)
  // The call of other tools rehearses by itself, and is refused too.
  expect(await owner.call(mergeBranch, { params: { id: branch.id } })).toMatchObject({ status: 409 })
  expect(await rowsOfShop()).toEqual(newer)

  // It is rehearsed what is merged, also when it changes without a conflict.
  await decideAll()
  await calls.rehearse()
  await ask(ref, "update prices set name = 'not rehearsed' where id = 3")
  expect(await calls.changes()).toMatchObject({ has_moved: true, obstacle: MOVED_SINCE_REHEARSAL })
  expect((await calls.merge()).status).toBe(409)
  await calls.rehearse()
  await ask(shop, "update prices set name = 'of production' where id = 3")
  expect(await calls.changes()).toMatchObject({ obstacle: 'Decide the conflict first' })
  await calls.decide('public', 'prices', { '["3"]': 'target' })
  await calls.rehearse()
  expect((await calls.merge()).body).toMatchObject({ status: 'merged', failure: null })
  expect(await rowsOfShop()).toEqual([
    { id: 1, price: 2, name: 'old' },
    { id: 2, price: 3, name: 'old' },
    { id: 3, price: 1, name: 'of production' },
  ])

  // A label cannot be used in the transaction that adds it, so it is committed first.
  await ask(ref, "alter type mood add value 'great'")
  await ask(ref, "alter table prices add mood mood default 'great'")
  const labels = await aRequest(branch)
  expect((await labels.rehearse()).rehearsal).toMatchObject({ status: 'passed' })
  const labelsOfShop = () =>
    ask(
      shop,
      "select enumlabel as label from pg_enum where enumtypid = 'mood'::regtype order by enumsortorder",
    )
  expect(await labelsOfShop()).toEqual([{ label: 'ok' }])
  expect((await labels.merge()).body).toMatchObject({ status: 'merged', failure: null })
  expect(await labelsOfShop()).toEqual([{ label: 'ok' }, { label: 'great' }])
  // What was merged is common to both sides.
  await ask(shop, "alter table prices alter mood set default 'ok'")
  expect((await owner.call(getParentUpdate, { params: { ref } })).body).toMatchObject({
    conflicts: [],
    statements: [{ sql: expect.stringMatching(/set default 'ok'/i) }],
  })

  // A branch that was reset begins again: what was decided is of what it had.
  const again = await aRequest(branch, { tables })
  await ask(shop, "insert into prices values (9, 9, 'ours')")
  await ask(ref, "insert into prices values (9, 8, 'theirs')")
  await again.decide('public', 'prices', { '["9"]': 'branch' })
  expect((await again.rows(tables[0]!)).body.rows.find(({ key }) => key === '["9"]')).toMatchObject({
    decision: 'branch',
  })
  expect((await owner.call(resetBranch, { params: { id: branch.id }, body: null })).status).toBe(201)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await ask(ref, "update prices set price = 8, name = 'theirs' where id = 9")
  await ask(shop, 'update prices set price = 7 where id = 9')
  expect((await again.rows(tables[0]!)).body.rows).toMatchObject([
    { key: '["9"]', conflict: 'both_updated', decision: null, is_outdated: true },
  ])
})

/** A session that keeps a table from being locked. */
async function aBlocker() {
  const { host, port, socket } = (await storage.engine.endpoint(shop))!
  const client = new pg.Client({
    host: socket ?? host,
    port,
    user: 'basalt_admin',
    password: await storage.secretsOf.read(shop, 'superuser_password'),
    database: 'postgres',
  })
  await client.connect()
  await client.query('begin; lock table busy in row exclusive mode')
  let hasEnded = false
  const end = async () => {
    if (hasEnded) return
    hasEnded = true
    await client.end()
  }
  return { end, [Symbol.asyncDispose]: end }
}

test('the schema of a branch without rows is compared, updated from its parent, and never merged with rows', async () => {
  await ask(shop, 'create table pushed (id int primary key)')
  const branch = await aBranch('schema only', { with_data: false })
  const ref = branch.project_ref
  const diff = async () => {
    const { status, body } = await owner.send('GET', `/v1/branches/${branch.id}/diff`)
    return status === 200 ? String(body) : undefined
  }
  // The schema at the moment of branching is read in the background.
  await waitFor(async () => (await diff()) === '')
  await ask(ref, 'alter table pushed add of_branch int')
  await ask(shop, 'alter table pushed add of_parent int')
  expect(await diff()).toBe('ALTER TABLE "public"."pushed" ADD COLUMN "of_branch" integer;\n')
  const push = () => owner.call(pushBranch, { params: { id: branch.id } })
  expect(await push()).toMatchObject({ status: 201, body: { message: 'ok' } })
  const columns =
    "select string_agg(attname, ',' order by attname) as all from pg_attribute where attrelid = 'pushed'::regclass and attnum > 0"
  expect(await ask(ref, columns)).toEqual([{ all: 'id,of_branch,of_parent' }])
  expect(await ask(shop, columns)).toEqual([{ all: 'id,of_parent' }])
  expect(await diff()).toBe('ALTER TABLE "public"."pushed" ADD COLUMN "of_branch" integer;\n')
  // The same object again: what was updated before is no change of the branch.
  await ask(shop, "alter table pushed alter of_parent set default 1; comment on table pushed is 'of parent'")
  const updateOf = (of: string) => owner.call(getParentUpdate, { params: { ref: of } })
  const { body: update } = await updateOf(ref)
  expect([update.source_name, update.conflicts]).toEqual(['main', []])
  expect(update.statements.map(({ sql }) => sql).join('\n')).toMatch(/SET DEFAULT 1/)
  expect((await push()).status).toBe(201)
  await ask(shop, 'alter table pushed alter of_parent set default 2')
  expect((await push()).status).toBe(201)
  const defaults =
    "select pg_get_expr(adbin, adrelid) as value from pg_attrdef where adrelid = 'pushed'::regclass"
  expect(await ask(ref, defaults)).toEqual([{ value: '2' }])
  expect((await updateOf(ref)).body.statements).toEqual([])
  expect(await diff()).toBe('ALTER TABLE "public"."pushed" ADD COLUMN "of_branch" integer;\n')
  // A change of the branch to it is one, and is merged without a conflict.
  await ask(ref, 'alter table pushed alter of_parent set default 3')
  expect(await diff()).toMatch(/SET DEFAULT 3/)
  expect((await updateOf(shop)).status).toBe(409)
  const stranger = await signUp(storage)
  expect((await stranger.call(getParentUpdate, { params: { ref } })).status).toBe(404)
  await ask(ref, 'alter table pushed add shared int')
  await ask(shop, 'alter table pushed add shared text')
  expect(await push()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('column public.pushed.shared') },
  })
  expect((await updateOf(ref)).body.conflicts).toEqual(['column public.pushed.shared'])
  const calls = await aRequest(branch)
  expect((await calls.changes()).rows_refusal).toMatch(/began without rows/)
  expect(await calls.rows({ schema: 'public', name: 'pushed' })).toMatchObject({ status: 409 })
  for (const endpoint of [diffBranch, mergeBranch, pushBranch])
    expect((await owner.call(endpoint, { params: { id: shop } })).status).toBe(409)
  // What was asked for stays part of the history of its parent.
  await owner.call(deleteBranch, { params: { id: branch.id } })
  await waitFor(async () => {
    const { body } = await owner.call(listMergeRequests, { params: { ref: shop } })
    return body.some(
      ({ branch_name, branch_ref, status }) =>
        branch_name === 'schema only' && branch_ref === null && status === 'closed',
    )
  })
})

test('SQL that was edited in a request goes with the changes of the branch when that is reset', async () => {
  const branch = await aBranch('edited')
  const { id, project_ref: ref } = branch
  await ask(ref, 'create table of_the_branch (n int)')
  const request = await aRequest(branch)
  await request.change({ sql: 'create table edited_by_hand (n int)' })
  const { body: before } = await request.get()
  await owner.call(resetBranch, { params: { id }, body: null })
  await waitFor(
    async () => (await owner.call(getBranch, { params: { id } })).body.copied_at !== branch.copied_at,
  )
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const { body: after } = await request.get()
  expect(after).toMatchObject({ status: 'open', sql: null, revision: before.revision + 1 })
  expect(after.events.at(-1)).toMatchObject({ kind: 'branch_reset', made_by: null })
  expect(await request.changes()).toMatchObject({ statements: [] })
})
