import { planObjectChange } from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import {
  countRoleConnections,
  listManagedRoles,
  readManagedRole,
} from '@basalt/contract/database-objects/roles/roles.endpoints.ts'
import type { RoleDraft } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { ODD_NAMES, objectProject } from '../object-project.fixture.ts'

const project = objectProject()
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade;
    do $$ declare r text; begin
      for r in select rolname from pg_roles where pg_has_role(oid, 'member with admin option')
          and rolname !~ '^pg_' and rolname not in ('anon', 'authenticated', 'authenticator', 'service_role', 'postgres') loop
        execute format('grant %I to postgres with inherit true, set true; drop owned by %I; drop role %I', r, r, r);
      end loop; end $$;
    create schema shop; create table shop.orders (id int)`),
)

const { apply, ask, well } = project
const read = (oid: number, person?: Person) => project.read(readManagedRole, oid, person)
const idOf = async (name: string) =>
  Number(
    (await project.sql('select oid::int8::text as oid from pg_roles where rolname = $1', [name]))[0]!.oid,
  )
const list = async (query: object) => (await well(listManagedRoles, { query })).objects

const draft = (more: Partial<RoleDraft> = {}): RoleDraft => ({
  name: 'app',
  comment: null,
  can_login: true,
  inherits: true,
  creates_roles: false,
  creates_databases: false,
  bypasses_rls: false,
  replicates: false,
  connection_limit: -1,
  valid_until: null,
  password: null,
  memberships: [],
  settings: [],
  ...more,
})
const create = (more?: Partial<RoleDraft>): ObjectChange => ({
  object: 'role',
  action: 'create',
  draft: draft(more),
})
const created = async (more?: Partial<RoleDraft>) => {
  const { status, body } = await apply(create(more))
  expect([status, body.message]).toEqual([200, undefined])
  return body.id!
}
const edited = async (id: number, change: Partial<RoleDraft>) => {
  const { fingerprint, draft: now } = await read(id)
  return apply({ object: 'role', action: 'edit', id, fingerprint, draft: { ...now, ...change } })
}
const drop = async (id: number, choices: { cascade: boolean; reassign_to: string | null }) => {
  const { fingerprint } = await read(id)
  return apply({ object: 'role', action: 'drop', id, fingerprint, ...choices })
}

test.each(ODD_NAMES)(
  'a role named %j is created, read back, edited, duplicated and dropped',
  async (name) => {
    const wanted = draft({
      name,
      comment: name,
      inherits: false,
      creates_roles: true,
      creates_databases: true,
      bypasses_rls: true,
      replicates: true,
      connection_limit: 3,
      valid_until: '2031-05-06T07:08:09Z',
      memberships: [{ role: 'anon', admin: false, inherit: true, set: false }],
      settings: [
        { name: 'application_name', value: "it's" },
        { name: 'search_path', value: '"$user", shop' },
        { name: 'statement_timeout', value: '5s' },
      ],
    })
    const id = await created(wanted)
    expect((await read(id)).draft).toEqual(wanted)
    expect(await list({ search: name })).toMatchObject([
      { id, name, is_protected: false, connection_limit: 3 },
    ])

    const change: Partial<RoleDraft> = {
      name: 'renamed',
      comment: null,
      can_login: false,
      inherits: true,
      creates_roles: false,
      creates_databases: false,
      bypasses_rls: false,
      replicates: false,
      connection_limit: -1,
      valid_until: 'infinity',
      memberships: [{ role: 'authenticated', admin: true, inherit: false, set: true }],
      settings: [{ name: 'statement_timeout', value: '7s' }],
    }
    expect(await edited(id, change)).toMatchObject({ status: 200, body: { id } })
    const after = await read(id)
    expect(after.draft).toEqual({ ...wanted, ...change })

    const copy = await created({ ...after.draft, name })
    expect((await read(copy)).draft).toEqual({ ...after.draft, name })
    expect(await drop(id, { cascade: false, reassign_to: null })).toMatchObject({
      status: 200,
      body: { id: null },
    })
    expect(await list({ search: 'renamed' })).toEqual([])
  },
)

test('a password lets its role log in, and appears neither in the plan nor in what is kept', async () => {
  const password = 'correct horse battery'
  const change = create({ password: { new: password } })
  const planned = await well(planObjectChange, { body: change })
  expect(JSON.stringify(planned)).not.toContain(password)
  const id = await created({ password: { new: password } })
  const logIn = async (tried: string) => {
    const client = new pg.Client({ ...project.opened.target, user: 'app', password: tried })
    try {
      await client.connect()
      return (await client.query('select current_user as name')).rows[0].name as string
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  expect(await logIn(password)).toBe('app')
  expect(await logIn('another one')).toBe('28P01')
  const { body } = await ask(listChanges, { query: { search: 'app' } })
  const kept = JSON.stringify(body)
  expect(kept).toContain('alter role \\"app\\" password (not shown)')
  expect(kept).not.toContain(password)
  expect(kept).not.toContain('SCRAM-SHA-256')
  expect(JSON.stringify(await read(id))).not.toMatch(/SCRAM|horse/)

  expect((await edited(id, { password: { new: 'another one' } })).status).toBe(200)
  expect([await logIn(password), await logIn('another one')]).toEqual(['28P01', 'app'])
  expect((await edited(id, { comment: 'keeps its password' })).status).toBe(200)
  expect(await logIn('another one')).toBe('app')
  expect((await edited(id, { password: 'remove' })).status).toBe(200)
  expect(await logIn('another one')).toBe('28P01')
})

test('roles that the platform relies on are told apart, and cannot be changed', async () => {
  await created({ name: 'mine' })
  const managed = await list({ protected: 'true' })
  expect(managed.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'anon',
      'authenticated',
      'authenticator',
      'basalt_admin',
      'pg_monitor',
      'postgres',
    ]),
  )
  expect(managed.every(({ is_protected }) => is_protected)).toBe(true)
  expect((await list({ protected: 'false' })).map(({ name }) => name)).toEqual(['mine'])
  for (const name of ['anon', 'postgres', 'basalt_admin', 'pg_monitor']) {
    const refused = await edited(await idOf(name), { connection_limit: 1 })
    expect([name, refused.status, refused.body.message]).toEqual([
      name,
      400,
      expect.stringContaining('relies on this role'),
    ])
    expect((await drop(await idOf(name), { cascade: true, reassign_to: 'postgres' })).status).toBe(400)
  }
  expect(await project.sql("select rolconnlimit from pg_roles where rolname = 'anon'")).toEqual([
    { rolconnlimit: -1 },
  ])
})

describe('a role that owns things', () => {
  const owning = async () => {
    const id = await created({ name: 'owner', memberships: [] })
    await project.sql(`grant "owner" to postgres with inherit true, set true; grant create, usage on schema shop to owner;
      alter table shop.orders owner to owner; create table shop.others (id int); grant select on shop.others to owner`)
    return id
  }

  test('is described with them, and is not dropped without a choice', async () => {
    const id = await owning()
    expect(await read(id)).toMatchObject({ owned: ['table shop.orders'], has_more_owned: false })
    const { fingerprint } = await read(id)
    const planned = await well(planObjectChange, {
      body: { object: 'role', action: 'drop', id, fingerprint, cascade: false, reassign_to: null },
    })
    expect(planned.dependents).toEqual([
      'table shop.orders',
      'privileges on schema shop',
      'privileges on table shop.others',
    ])
    const refused = await drop(id, { cascade: false, reassign_to: null })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('cannot be dropped'),
    ])
  })

  test('gives them to another', async () => {
    const id = await owning()
    expect(await drop(id, { cascade: false, reassign_to: 'postgres' })).toMatchObject({ status: 200 })
    expect(
      await project.sql(
        "select tableowner from pg_tables where tablename = 'orders' and schemaname = 'shop'",
      ),
    ).toEqual([{ tableowner: 'postgres' }])
  })

  test('is dropped with them', async () => {
    const id = await owning()
    expect(await drop(id, { cascade: true, reassign_to: null })).toMatchObject({ status: 200 })
    expect(await project.sql("select tablename from pg_tables where schemaname = 'shop'")).toEqual([
      { tablename: 'others' },
    ])
  })

  test('is dropped when another session made it and postgres only administers it', async () => {
    const id = await created({ name: 'owner' })
    await project.sql(`grant owner to postgres with set true; grant create on schema shop to owner;
      set role owner; create table shop.mine (id int); reset role; revoke set option for owner from postgres`)
    expect(await drop(id, { cascade: false, reassign_to: 'postgres' })).toMatchObject({ status: 200 })
  })
})

describe('what is wrong is told at its field', () => {
  const cases: [title: string, change: Partial<RoleDraft>, path: string, message: RegExp][] = [
    ['no name', { name: '' }, 'name', /Name the role/],
    ['64 bytes', { name: 'ü'.repeat(32) }, 'name', /64 bytes/],
    ['a reserved word', { name: 'public' }, 'name', /reserves/],
    ['a name of PostgreSQL', { name: 'pg_mine' }, 'name', /keeps the name/],
    ['a name of the platform', { name: 'basalt_mine' }, 'name', /keeps the name/],
    ['a name that is taken', { name: 'taken' }, 'name', /already exists/],
    [
      'an unknown role',
      { memberships: [{ role: 'nobody', admin: false, inherit: true, set: true }] },
      'memberships.0',
      /nobody/,
    ],
    [
      'itself',
      { memberships: [{ role: 'app', admin: false, inherit: true, set: true }] },
      'memberships.0',
      /itself/,
    ],
    [
      'a role that postgres does not administer',
      { memberships: [{ role: 'basalt_admin', admin: false, inherit: true, set: true }] },
      'memberships.0',
      /permission denied/,
    ],
    ['an unknown setting', { settings: [{ name: 'nothing', value: '1' }] }, 'settings.0', /unrecognized/],
    [
      'a bad value',
      { settings: [{ name: 'statement_timeout', value: 'soon' }] },
      'settings.0',
      /invalid value/,
    ],
    [
      'a setting of superusers',
      { settings: [{ name: 'log_statement', value: 'none' }] },
      'settings.0',
      /permission denied/,
    ],
    [
      'a setting twice',
      {
        settings: [
          { name: 'work_mem', value: '1MB' },
          { name: 'WORK_MEM', value: '2MB' },
        ],
      },
      'settings.1',
      /Another line/,
    ],
    ['a time that is none', { valid_until: 'someday' }, 'valid_until', /Enter a time in UTC/],
  ]
  test.each(cases)('%s', async (_title, change, path, message) => {
    await created({ name: 'taken' })
    const refused = await apply(create(change))
    expect([refused.status, refused.body]).toMatchObject([400, {}])
    expect(refused.body.details?.issues?.[0]).toEqual({
      path,
      message: expect.stringMatching(new RegExp(message.source, 'i')),
    })
    expect(await project.sql("select from pg_roles where rolname = 'app'")).toEqual([])
  })

  test('a short password', async () => {
    expect((await apply(create({ password: { new: 'short' } }))).status).toBe(400)
  })
})

test('a role that someone else has changed since is left alone', async () => {
  const id = await created()
  const { fingerprint, draft: now } = await read(id)
  await project.sql('alter role app connection limit 5')
  const refused = await apply({
    object: 'role',
    action: 'edit',
    id,
    fingerprint,
    draft: { ...now, name: 'mine' },
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
})

test('connections are counted by role, and roles found by them', async () => {
  await created({ password: { new: 'a long password' } })
  await created({ name: 'idle' })
  const client = new pg.Client({ ...project.opened.target, user: 'app', password: 'a long password' })
  await client.connect()
  const { max, used, roles } = await well(countRoleConnections, {}, project.reader)
  expect(roles).toContainEqual({ name: 'app', connections: 1 })
  expect(used).toBe(roles.reduce((sum, { connections }) => sum + connections, 0))
  expect(max).toBeGreaterThan(used)
  expect(await list({ protected: 'false', active: 'true' })).toMatchObject([
    { name: 'app', active_connections: 1 },
  ])
  await client.end()
})

test('a read-only member reads roles, and cannot change them', async () => {
  const id = await created()
  expect(await read(id, project.reader)).toMatchObject({ is_owned: false })
  expect((await apply(create({ name: 'other' }), project.reader)).status).toBe(403)
})
