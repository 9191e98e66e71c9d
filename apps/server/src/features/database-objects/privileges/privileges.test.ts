import {
  applyPrivilegeChanges,
  listDefaultPrivileges,
  listPrivilegesOnColumns,
  listPrivilegesOnSchemas,
  listPrivilegesOnTables,
  planPrivilegeChanges,
} from '@basalt/contract/database-objects/privileges/privileges.endpoints.ts'
import type { PrivilegeChange } from '@basalt/contract/database-objects/privileges/privileges.schema.ts'
import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { objectProject } from '../object-project.fixture.ts'

const ODD = 'Odd "r" 🐘 it\'s'
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

const project = objectProject(
  `create role base; create role app; create role ${quote(ODD)}; grant base to app`,
)
beforeEach(() =>
  project.sql(`
    drop schema if exists shop cascade; create schema shop;
    create table shop.${quote(ODD)} (id int, ${quote(ODD)} text);
    create table shop.orders (id int, total int, note text)`),
)

const { ask, well } = project
const onTable = async (role: string, name = 'orders', person?: Person) => {
  const { objects } = await well(listPrivilegesOnTables, { query: { role, schema: 'shop' } }, person)
  return objects.find((table) => table.name === name)!
}
const stateOf = async (role: string, privilege: string, name?: string) =>
  (await onTable(role, name)).privileges.find((each) => each.privilege === privilege)!
const apply = (role: string, changes: PrivilegeChange[], person?: Person) =>
  ask(applyPrivilegeChanges, { body: { role, changes } }, person)
const select = (is_granted: boolean, table = 'orders'): PrivilegeChange => ({
  on: 'table',
  schema: 'shop',
  table,
  privilege: 'SELECT',
  is_granted,
})

test('a privilege is told with where it comes from', async () => {
  const nothing = { is_direct: false, is_effective: false, through: [], covered: false }
  expect(await stateOf('app', 'SELECT')).toMatchObject(nothing)
  await project.sql(
    'grant select, insert on shop.orders to base; grant update on shop.orders to public; grant insert on shop.orders to app with grant option',
  )
  expect(await stateOf('app', 'SELECT')).toMatchObject({
    is_direct: false,
    is_effective: true,
    through: ['base'],
  })
  expect(await stateOf('app', 'INSERT')).toMatchObject({
    is_direct: true,
    is_grantable: true,
    through: ['base'],
  })
  expect(await stateOf('app', 'UPDATE')).toMatchObject({
    is_direct: false,
    is_effective: true,
    through: ['PUBLIC'],
  })
  expect(await stateOf('app', 'DELETE')).toMatchObject(nothing)
  expect(await stateOf('PUBLIC', 'UPDATE')).toMatchObject({
    is_direct: true,
    is_effective: true,
    through: [],
  })
  expect(await stateOf('PUBLIC', 'SELECT')).toMatchObject(nothing)
  // Its owner has everything without any grant.
  expect(await stateOf('postgres', 'MAINTAIN')).toMatchObject({ is_direct: true, is_effective: true })
  expect(await onTable('app', 'orders', project.reader)).toMatchObject({ owner: 'postgres', is_owned: false })
})

test('what is effective is what PostgreSQL lets the role do, for random grants', async () => {
  let state = 5
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const privileges = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']
  for (let round = 0; round < 12; round += 1) {
    for (const role of ['app', 'base', 'public'])
      await project.sql(
        `${below(2) ? 'grant' : 'revoke'} ${privileges[below(8)]} on shop.orders ${'to from'.split(' ')[0]} ${role}`.replace(
          /^(revoke .*) to /,
          '$1 from ',
        ),
      )
    for (const role of ['app', 'base']) {
      const expected = await project.sql(
        'select p, has_table_privilege($1, $2, p) as has from unnest($3::text[]) p',
        [role, 'shop.orders', privileges],
      )
      const found = (await onTable(role)).privileges
      expect(
        found.map(({ privilege, is_effective }) => ({ p: privilege.toLowerCase(), has: is_effective })),
      ).toEqual(expected)
      for (const { is_effective, is_direct, through } of found)
        expect(is_effective).toBe(is_direct || through.length > 0)
    }
  }
})

test('privileges on tables, columns and schemas change together, and with odd names', async () => {
  const changes: PrivilegeChange[] = [
    select(true, ODD),
    { ...select(true, ODD), privilege: 'MAINTAIN' } as PrivilegeChange,
    { on: 'column', schema: 'shop', table: ODD, column: ODD, privilege: 'UPDATE', is_granted: true },
    { on: 'column', schema: 'shop', table: ODD, column: 'id', privilege: 'UPDATE', is_granted: true },
    { on: 'schema', schema: 'shop', privilege: 'USAGE', is_granted: true },
  ]
  const { status, body } = await apply(ODD, changes)
  expect([status, body]).toMatchObject([
    200,
    {
      statements: [
        expect.stringContaining('grant select, maintain, update ('),
        expect.stringContaining('grant usage on schema'),
      ],
    },
  ])
  const { id, privileges } = await onTable(ODD, ODD)
  expect(privileges.filter(({ is_direct }) => is_direct).map(({ privilege }) => privilege)).toEqual([
    'SELECT',
    'MAINTAIN',
  ])
  const { columns } = await well(listPrivilegesOnColumns, { query: { role: ODD, table: String(id) } })
  const update = columns.map((column) => column.privileges.find(({ privilege }) => privilege === 'UPDATE')!)
  expect(update.map(({ is_direct, covered }) => [is_direct, covered])).toEqual([
    [true, false],
    [true, false],
  ])
  const read = columns[0]!.privileges.find(({ privilege }) => privilege === 'SELECT')!
  expect(read).toMatchObject({ is_direct: false, is_effective: true, covered: true })
  const { objects } = await well(listPrivilegesOnSchemas, { query: { role: ODD, search: 'shop' } })
  expect(objects[0]!.privileges).toMatchObject([
    { privilege: 'USAGE', is_direct: true },
    { privilege: 'CREATE', is_direct: false, is_effective: false },
  ])

  expect(
    (
      await apply(
        ODD,
        changes.map((change) => ({ ...change, is_granted: false })),
      )
    ).status,
  ).toBe(200)
  expect((await onTable(ODD, ODD)).privileges.some(({ is_effective }) => is_effective)).toBe(false)
  const { body: kept } = await ask(listChanges, { query: { search: 'revoke usage on schema "shop"' } })
  expect(kept.changes[0]).toMatchObject({ origin: 'database_pages', outcome: 'done' })
})

test('columns without grants of their own have those of their table', async () => {
  await project.sql('grant select on shop.orders to base; grant update (total) on shop.orders to public')
  const { id } = await onTable('app')
  const { columns } = await well(
    listPrivilegesOnColumns,
    { query: { role: 'app', table: String(id) } },
    project.reader,
  )
  const of = (privilege: string) =>
    columns.map((column) => column.privileges.find((each) => each.privilege === privilege))
  expect(of('SELECT')).toMatchObject(
    Array(3).fill({ is_direct: false, is_effective: true, covered: true, through: [] }),
  )
  expect(of('UPDATE')).toMatchObject([
    { is_effective: false, through: [] },
    { is_direct: false, is_effective: true, covered: false, through: ['PUBLIC'] },
    { is_effective: false, through: [] },
  ])
})

test('one change that fails leaves the others undone', async () => {
  const refused = await apply('app', [select(true), select(true, 'nothing')])
  expect([refused.status, refused.body.code]).toEqual([400, 'sql_failed'])
  expect(await stateOf('app', 'SELECT')).toMatchObject({ is_effective: false })
})

test('a plan has the SQL, and warns of locking oneself out', async () => {
  const { statements, warnings } = await well(planPrivilegeChanges, {
    body: { role: 'postgres', changes: [select(false)] },
  })
  expect(statements).toEqual(['revoke select on table "shop"."orders" from "postgres"'])
  expect(warnings[0]).toContain('You use the database as postgres')
})

test('default privileges are listed', async () => {
  await project.sql('alter default privileges in schema shop grant select, insert on tables to app')
  expect(await well(listDefaultPrivileges, {}, project.reader)).toContainEqual({
    role: 'postgres',
    schema: 'shop',
    objects: 'tables',
    grantee: 'app',
    privileges: ['INSERT', 'SELECT'],
  })
})

test('what does not exist is not found, protected schemas are only read, and readers change nothing', async () => {
  expect((await ask(listPrivilegesOnTables, { query: { role: 'nobody', schema: 'shop' } })).status).toBe(404)
  expect((await ask(listPrivilegesOnSchemas, { query: { role: 'nobody' } })).status).toBe(404)
  expect((await ask(listPrivilegesOnColumns, { query: { role: 'app', table: '1' } })).status).toBe(404)
  const refused = await apply('app', [
    { on: 'schema', schema: 'auth', privilege: 'CREATE', is_granted: true },
  ])
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('can only be read')])
  expect((await apply('nobody', [select(true)])).status).toBe(400)
  expect((await apply('app', [select(true)], project.reader)).status).toBe(403)
})

test('a page of tables is found by name and continued', async () => {
  await project.sql(
    `do $$ begin for n in 1..120 loop execute format('create table shop.t%s (id int)', lpad(n::text, 3, '0')); end loop; end $$`,
  )
  const first = await well(listPrivilegesOnTables, { query: { role: 'app', schema: 'shop', search: 'T0' } })
  expect([first.count, first.objects.length, first.next_cursor]).toEqual([99, 99, null])
  const page = await well(listPrivilegesOnTables, { query: { role: 'app', schema: 'shop', limit: '100' } })
  const next = await well(listPrivilegesOnTables, {
    query: { role: 'app', schema: 'shop', cursor: page.next_cursor },
  })
  expect(page.objects.length + next.objects.length).toBe(page.count)
})
