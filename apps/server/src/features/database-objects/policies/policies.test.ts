import { planObjectChange } from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import {
  checkPolicy,
  listPoliciesOfTable,
  listPolicyTables,
  readPolicy,
} from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import type { PolicyDraft } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import {
  applySchemaChange,
  readTableDefinition,
} from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { ODD_NAMES, objectProject } from '../object-project.fixture.ts'

const project = objectProject()
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade; create schema shop;
    grant usage on schema shop to anon, authenticated;
    create table shop.notes (id int primary key, owner_id uuid, body text);
    create table shop.members (user_id uuid, team int);
    alter table shop.notes enable row level security;
    grant select, insert on shop.notes to authenticated;
    create policy own on shop.notes to authenticated using ((select auth.uid()) = owner_id);
    comment on policy own on shop.notes is 'of the owner'`),
)

const { apply, ask, well } = project
const idOf = async (name: string) =>
  Number(
    (await project.sql('select oid::int8::text as oid from pg_policy where polname = $1', [name]))[0]!.oid,
  )
const read = (oid: number, person?: Person) => project.read(readPolicy, oid, person)

const draft = (more: Partial<PolicyDraft> = {}): PolicyDraft => ({
  schema: 'shop',
  table: 'notes',
  name: 'read all',
  comment: null,
  command: 'SELECT',
  is_permissive: true,
  roles: ['anon', 'authenticated'],
  using: 'true',
  with_check: null,
  ...more,
})
const create = (more?: Partial<PolicyDraft>): ObjectChange => ({
  object: 'policy',
  action: 'create',
  draft: draft(more),
})
/** A change of the policy `own` as it is now. */
const edit = async (change: Partial<PolicyDraft>): Promise<ObjectChange> => {
  const { id, fingerprint, draft: now } = await read(await idOf('own'))
  return { object: 'policy', action: 'edit', id, fingerprint, draft: { ...now, ...change } }
}

test('tables are listed with their row level security and policies', async () => {
  const { objects, count } = await well(listPolicyTables, { query: { schema: 'shop' } })
  expect(count).toBe(2)
  expect(objects).toMatchObject([
    { name: 'members', is_rls_enabled: false, is_rls_forced: false, is_owned: true, policies: [] },
    {
      name: 'notes',
      is_rls_enabled: true,
      reached_by: ['authenticated'],
      policy_count: 1,
      policies: [
        {
          name: 'own',
          command: 'ALL',
          is_permissive: true,
          roles: ['authenticated'],
          using: '(( SELECT auth.uid() AS uid) = owner_id)',
          with_check: null,
        },
      ],
    },
  ])
  const found = await well(listPolicyTables, { query: { schema: 'shop', search: 'OW' } })
  expect(found.objects.map(({ name }) => name)).toEqual(['notes'])
  expect(await read(objects[1]!.policies[0]!.id, project.reader)).toMatchObject({
    owner: 'postgres',
    is_owned: false,
    table_id: objects[1]!.id,
    draft: { schema: 'shop', table: 'notes', name: 'own', comment: 'of the owner' },
  })
})

test('a table of many policies shows the first, and the others by page', async () => {
  await project.sql(`do $$ begin for n in 1..120 loop
    execute format('create policy %I on shop.members using (team = %s)', 'p' || lpad(n::text, 3, '0'), n); end loop; end $$`)
  const { objects } = await well(listPolicyTables, { query: { schema: 'shop', search: 'members' } })
  expect(objects).toMatchObject([{ policy_count: 120 }])
  const names = objects[0]!.policies.map(({ name }) => name)
  expect(names).toHaveLength(50)
  for (;;) {
    const page = await well(listPoliciesOfTable, {
      params: { ref: project.ref, oid: String(objects[0]!.id) },
      query: { after: names.at(-1) },
    })
    names.push(...page.policies.map(({ name }) => name))
    if (!page.has_more) break
  }
  expect(names).toEqual(Array.from({ length: 120 }, (_, n) => `p${String(n + 1).padStart(3, '0')}`))
})

test.each(ODD_NAMES)(
  'a policy named %j is created, read back, edited, duplicated and dropped',
  async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await project.sql(`create table shop.${quoted} (${quoted} int); create role ${quoted}`)
    const wanted = draft({
      table: name,
      name,
      comment: name,
      command: 'ALL',
      roles: [name],
      using: `${quoted} = 1`,
      with_check: `${quoted} > 0`,
    })
    const created = await apply({ object: 'policy', action: 'create', draft: wanted })
    expect([created.status, created.body]).toMatchObject([200, { id: expect.any(Number) }])
    const found = await read(created.body.id!)
    expect(found.draft).toEqual({
      ...wanted,
      using: expect.stringContaining('= 1'),
      with_check: expect.stringContaining('> 0'),
    })

    const edited = {
      ...found.draft,
      name: 'renamed',
      comment: null,
      command: 'SELECT' as const,
      with_check: null,
      roles: ['public'],
    }
    const { id, fingerprint } = found
    const saved = await apply({ object: 'policy', action: 'edit', id, fingerprint, draft: edited })
    expect(saved.status).toBe(200)
    const after = await read(saved.body.id!)
    expect(after.draft).toEqual(edited)

    const copied = await apply({ object: 'policy', action: 'create', draft: { ...after.draft, name } })
    expect((await read(copied.body.id!)).draft).toEqual({ ...after.draft, name })
    const dropped = await apply({
      object: 'policy',
      action: 'drop',
      id: after.id,
      fingerprint: after.fingerprint,
      cascade: false,
    })
    expect(dropped).toMatchObject({ status: 200, body: { id: null } })
    expect((await ask(readPolicy, { params: { ref: project.ref, oid: String(after.id) } })).status).toBe(404)
    await project.sql(`drop table shop.${quoted}; drop role ${quoted}`)
  },
)

test('expressions are read with the search path of the member, and shown with full names', async () => {
  await project.sql('create table if not exists public.unqualified (id int)')
  const { status, body } = await apply(create({ using: 'exists (select from unqualified)' }))
  expect(status).toBe(200)
  expect((await read(body.id!)).draft.using).toContain('public.unqualified')
  const { fingerprint, draft: now } = await read(body.id!)
  const saved = await apply({
    object: 'policy',
    action: 'edit',
    id: body.id!,
    fingerprint,
    draft: { ...now, name: 'renamed' },
  })
  expect(saved.status).toBe(200)
  await project.sql('drop table public.unqualified cascade')
})

describe('what is wrong is told at its field', () => {
  const cases: [title: string, change: () => Promise<ObjectChange>, path: string, message: RegExp][] = [
    ['no name', async () => create({ name: '' }), 'name', /Name the policy/],
    ['a name that is taken', async () => create({ name: 'own' }), 'name', /already exists/],
    ['an unknown column', async () => create({ using: 'nothing = 1' }), 'using', /does not exist/],
    ['an unknown role', async () => create({ roles: ['nobody'] }), 'roles', /no role nobody/],
    ['an unknown table', async () => create({ table: 'nothing' }), 'table', /no table nothing/],
    ['another table', () => edit({ table: 'members' }), 'table', /stays on its table/],
    [
      'a policy that reads its own table',
      async () => create({ using: 'exists (select from shop.notes n where n.id = 1)' }),
      'using',
      /infinite recursion/,
    ],
  ]
  test.each(cases)('%s', async (_title, change, path, message) => {
    // Reading the table is what recurses.
    await project.sql('create policy self on shop.members using (exists (select from shop.notes))')
    const refused = await apply(await change())
    expect([refused.status, refused.body]).toMatchObject([400, {}])
    expect(refused.body.details?.issues?.[0]).toEqual({ path, message: expect.stringMatching(message) })
    expect(
      await project.sql("select polname from pg_policy where polrelid = 'shop.notes'::regclass"),
    ).toHaveLength(1)
  })
})

test('two policies that read the tables of each other are refused when the second is made', async () => {
  await project.sql('alter table shop.members enable row level security')
  await apply(create({ name: 'a', table: 'members', using: 'exists (select from shop.notes)' }))
  const refused = await apply(create({ name: 'b', using: 'exists (select from shop.members)' }))
  expect(refused.body.message).toContain('infinite recursion')
})

test('files can have policies, tables of the platform that it owns cannot', async () => {
  const files = draft({
    schema: 'storage',
    table: 'objects',
    name: 'shop files',
    using: "bucket_id = 'shop'",
  })
  const { status, body } = await apply({ object: 'policy', action: 'create', draft: files })
  expect(status).toBe(200)
  const { id, fingerprint } = await read(body.id!)
  expect((await apply({ object: 'policy', action: 'drop', id, fingerprint, cascade: false })).status).toBe(
    200,
  )
  const refused = await apply(create({ schema: 'pg_catalog', table: 'pg_class', using: 'true' }))
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/permission denied|owner/),
  ])
})

test('a check says what PostgreSQL says, where, and what is risky', async () => {
  const { remarks } = await well(checkPolicy, {
    body: draft({ command: 'ALL', roles: ['anon'], using: "'🐘' = body and nobody = 1", with_check: 'true' }),
  })
  expect(remarks).toContainEqual({
    severity: 'error',
    path: 'using',
    message: expect.stringContaining('nobody'),
    at: "'🐘' = body and ".length,
  })
  expect(remarks).toContainEqual(expect.objectContaining({ severity: 'warning', path: 'with_check' }))
  const clean = await well(checkPolicy, { body: draft({ using: 'id = 1' }) }, project.reader)
  expect(clean.remarks).toEqual([])
  const text = await well(checkPolicy, { body: draft({ using: 'body' }) })
  expect(text.remarks).toMatchObject([
    { severity: 'error', message: expect.stringContaining('must be type boolean') },
  ])
})

test('a check runs nothing', async () => {
  await project.sql(`create table shop.calls (n int);
    create function shop.note() returns boolean language sql as 'insert into shop.calls values (1); select true'`)
  const { remarks } = await well(checkPolicy, { body: draft({ using: 'shop.note()' }) })
  expect(remarks).toEqual([])
  expect(await project.sql('select * from shop.calls')).toEqual([])
})

test('row level security is switched and forced', async () => {
  const table = async () => (await well(listPolicyTables, { query: { schema: 'shop' } })).objects[0]!
  const { id } = await table()
  for (const [kind, enabled, expected] of [
    ['set_row_security', true, { is_rls_enabled: true, is_rls_forced: false }],
    ['force_row_security', true, { is_rls_enabled: true, is_rls_forced: true }],
    ['force_row_security', false, { is_rls_enabled: true, is_rls_forced: false }],
  ] as const) {
    const { fingerprint } = await well(readTableDefinition, { params: { ref: project.ref, oid: String(id) } })
    await well(applySchemaChange, { body: { kind, id, fingerprint, enabled } })
    expect(await table()).toMatchObject(expected)
  }
})

test('a read-only member reads policies and plans, and cannot change them', async () => {
  const change = await edit({ name: 'mine' })
  const planned = await well(planObjectChange, { body: change }, project.reader)
  expect(planned.statements.map(({ sql }) => sql)).toEqual([
    'alter policy "own" on "shop"."notes" rename to "mine"',
  ])
  expect((await apply(change, project.reader)).status).toBe(403)
})
