import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { generateTypescript, getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import type { AnyEndpoint } from '@basalt/contract/endpoint.ts'
import {
  getMetaPolicy,
  getMetaRole,
  listMetaColumnPrivileges,
  listMetaPolicies,
  listMetaRoles,
  listMetaTablePrivileges,
} from '@basalt/contract/pg-meta/access.endpoints.ts'
import {
  getMetaExtension,
  getMetaFunction,
  getMetaPublication,
  getMetaTrigger,
  listMetaExtensions,
  listMetaFunctions,
  listMetaPublications,
  listMetaTriggers,
  listMetaTypes,
} from '@basalt/contract/pg-meta/objects.endpoints.ts'
import {
  getMetaColumn,
  getMetaForeignTable,
  getMetaIndex,
  getMetaMaterializedView,
  getMetaTable,
  getMetaView,
  listMetaColumns,
  listMetaForeignTables,
  listMetaIndexes,
  listMetaMaterializedViews,
  listMetaTables,
  listMetaViews,
} from '@basalt/contract/pg-meta/relations.endpoints.ts'
import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { getSchema, listSchemas } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type DataApiFixture, openDataApi } from '../../test/data-api-fixture.ts'
import { aMember, type Person, personWith, signUp } from '../../test/people.ts'

let project: DataApiFixture
let params: { ref: string }
let reader: Person
let script: Person
beforeAll(async () => {
  project = await openDataApi(`
    create schema "Bob's";
    create type "Bob's".mood as enum ('sad', 'it''s fine');
    create table "Bob's"."a.b 🐘" (id int generated always as identity primary key, mood "Bob's".mood unique);
    create table orders (id bigint primary key, thing int references "Bob's"."a.b 🐘", total numeric check (total > 0));
    create index on orders (thing);
    create view cheap as select id from orders where total < 10;
    create materialized view sums as select sum(total) from orders;
    create function touched() returns trigger language plpgsql as 'begin return new; end';
    create trigger touches before insert on orders for each row execute function touched();
    create function added(a int, b int default 2) returns int language sql as 'select a + b';
    alter table orders enable row level security;
    create policy own on orders to authenticated using (id > 0);
    create publication chosen for table orders;
    create role colleague`)
  params = { ref: project.ref }
  const { organization_slug: slug } = (await project.owner.call(getProject, { params })).body
  reader = await aMember(project, project.owner, slug, { role_id: 'read_only' })
  const token = await project.owner.call(createAccessToken, { body: { name: 'types', access: 'read' } })
  script = personWith(project.app, 'a script', { authorization: `Bearer ${token.body.token}` })
})
afterAll(() => project[Symbol.asyncDispose]())

/** The answer of a call. It has exactly the fields that the contract promises. */
async function read<E extends AnyEndpoint>(
  endpoint: E,
  input: { id?: string | number; name?: string; query?: Record<string, unknown> } = {},
  person: Person = project.owner,
): Promise<z.output<E['response']>> {
  const { id, name, query = {} } = input
  const { status, body } = await person.call(endpoint, {
    params: { ...params, oid: String(id), column: String(id), extension: name ?? '' },
    query: query as never,
  })
  expect({ status, message: (body as { message?: string }).message }).toEqual({ status: 200 })
  expect(endpoint.response.parse(body)).toEqual(body)
  return body as z.output<E['response']>
}

const inPublic = { included_schemas: 'public' }

test.each([
  ['tables', listMetaTables, getMetaTable],
  ['views', listMetaViews, getMetaView],
  ['columns', listMetaColumns, getMetaColumn],
  ['indexes', listMetaIndexes, getMetaIndex],
  ['functions', listMetaFunctions, getMetaFunction],
  ['triggers', listMetaTriggers, getMetaTrigger],
  ['policies', listMetaPolicies, getMetaPolicy],
  ['publications', listMetaPublications, getMetaPublication],
  ['roles', listMetaRoles, getMetaRole],
  ['schemas', listSchemas, getSchema],
])(
  '%s are the same in a list and alone, for the owner, a read-only member and a token that reads',
  async (_kind, list, get) => {
    const all: { id: string | number }[] = await read<AnyEndpoint>(list, { query: inPublic })
    expect(all.length).toBeGreaterThan(0)
    const { active_connections: _, ...one } = (await read<AnyEndpoint>(get, { id: all[0]!.id })) as Record<
      string,
      unknown
    >
    expect(all[0]).toMatchObject(one)
    for (const person of [reader, script])
      expect(namesOf(await read<AnyEndpoint>(list, { query: inPublic }, person))).toEqual(namesOf(all))
  },
)

const namesOf = (rows: readonly object[]) =>
  rows.map((row) => (row as { name?: string }).name ?? (row as { id: string }).id)

test('materialized views have their columns alone, and in the list when asked for', async () => {
  const [listed] = await read(listMetaMaterializedViews, { query: inPublic })
  expect(listed).toMatchObject({ name: 'sums', is_populated: true })
  expect(listed).not.toHaveProperty('columns')
  const [whole] = await read(listMetaMaterializedViews, { query: { ...inPublic, include_columns: 'true' } })
  expect(whole!.columns).toMatchObject([{ name: 'sum', is_updatable: false }])
  expect(await read(getMetaMaterializedView, { id: whole!.id })).toEqual(whole)
})

test('without foreign tables their list is empty, and types, privileges and extensions are lists only', async () => {
  expect(await read(listMetaForeignTables)).toEqual([])
  const types = await read(listMetaTypes, {
    query: { included_schemas: "Bob's", include_array_types: 'true' },
  })
  expect(types.map(({ name, enums }) => [name, enums])).toEqual([
    ['_mood', []],
    ['mood', ['sad', "it's fine"]],
    ['_a.b 🐘', []],
  ])
  const onTables = await read(listMetaTablePrivileges, { query: inPublic })
  expect(onTables.map(({ name, kind }) => [name, kind])).toEqual([
    ['orders', 'table'],
    ['cheap', 'view'],
    ['sums', 'materialized_view'],
  ])
  const onColumns = await read(listMetaColumnPrivileges, { query: { ...inPublic, limit: '2', offset: '1' } })
  expect(onColumns.map(({ column_name }) => column_name)).toEqual(['thing', 'total'])
  const extensions = await read(listMetaExtensions)
  const vector = extensions.find(({ name }) => name === 'pgcrypto')!
  expect(await read(getMetaExtension, { name: 'pgcrypto' })).toEqual(vector)
})

test('schemas are named by repetition or with commas, and the included win over the excluded', async () => {
  const names = async (query: object) => namesOf(await read(listMetaTables, { query: { ...query } }))
  const both = ['a.b 🐘', 'orders']
  expect(await names({ included_schemas: "Bob's,public" })).toEqual(both)
  expect(await names({ included_schemas: ["Bob's", 'public'] })).toEqual(both)
  expect(await names({ included_schemas: 'public', excluded_schemas: 'public' })).toEqual(['orders'])
  expect(await names({ excluded_schemas: 'public,auth,storage,basalt,extensions,net' })).toEqual(['a.b 🐘'])
  expect(await names({ included_schemas: 'missing' })).toEqual([])
  const system = await names({ include_system_schemas: 'true' })
  expect(system).toEqual(expect.arrayContaining(['pg_class', ...both]))
  expect(await names({})).not.toContain('pg_class')
  expect(await names({ ...inPublic, include_columns: 'false' })).toEqual(['orders'])
  const [bare] = await read(listMetaTables, { query: { ...inPublic, include_columns: 'false' } })
  expect(bare).not.toHaveProperty('columns')
  expect(namesOf(await read(listSchemas, { query: { limit: '1', offset: '1' } }))).toEqual(["Bob's"])
})

test('names outside the search path are written with their schema', async () => {
  const [thing] = await read(listMetaTypes, { query: { included_schemas: "Bob's" } })
  expect(thing!.format).toBe(`"Bob's".mood`)
  const table = await read(listMetaTables, { query: { included_schemas: "Bob's" } })
  expect(table[0]!.columns![1]).toMatchObject({ format: 'mood', data_type: 'USER-DEFINED', is_unique: true })
})

const NOWHERE = 4294967295

test.each([
  ['table', getMetaTable, { oid: NOWHERE }],
  ['view', getMetaView, { oid: NOWHERE }],
  ['materialized view', getMetaMaterializedView, { oid: NOWHERE }],
  ['foreign table', getMetaForeignTable, { oid: NOWHERE }],
  ['column', getMetaColumn, { column: `${NOWHERE}.1` }],
  ['index', getMetaIndex, { oid: NOWHERE }],
  ['function', getMetaFunction, { oid: NOWHERE }],
  ['trigger', getMetaTrigger, { oid: NOWHERE }],
  ['policy', getMetaPolicy, { oid: NOWHERE }],
  ['publication', getMetaPublication, { oid: NOWHERE }],
  ['role', getMetaRole, { oid: NOWHERE }],
  ['schema', getSchema, { oid: NOWHERE }],
  ['extension', getMetaExtension, { extension: "it's" }],
])('a %s that does not exist is not found', async (_what, endpoint, missing) => {
  const reply = await project.owner.call<AnyEndpoint>(endpoint, {
    params: { ...params, ...missing } as never,
  })
  expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test.each([
  ['a limit of 0', { limit: '0' }],
  ['a limit that is no number', { limit: 'all' }],
  ['a negative offset', { offset: '-1' }],
  ['a flag that is neither', { include_columns: 'perhaps' }],
  ['a schema name with a NUL', { included_schemas: 'a\0b' }],
  ['a name longer than PostgreSQL has', { included_schemas: 'x'.repeat(64) }],
  ['201 schemas', { excluded_schemas: Array.from({ length: 201 }, (_, number) => `s${number}`).join(',') }],
])('%s is refused', async (_what, query) => {
  const reply = await project.owner.call(listMetaTables, { params, query: query as never })
  expect(reply).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})

test.each(['1', '1.', '.1', '1.0', 'a.b', '1.1.1', '99999999999.1'])(
  'the column %s is refused',
  async (column) => {
    expect(await project.owner.call(getMetaColumn, { params: { ...params, column } })).toMatchObject({
      status: 400,
    })
  },
)

test('a stranger learns nothing', async () => {
  const stranger = await signUp(project)
  expect((await stranger.call(listMetaTables, { params })).status).toBe(404)
})

test('a table that another transaction changes says so, in the list and alone', async () => {
  const [orders] = await read(listMetaTables, { query: inPublic })
  const locking = await project.connect()
  try {
    await locking.query('begin; lock table orders in access exclusive mode')
    const busy = {
      status: 409,
      body: {
        code: 'conflict',
        message: 'Another transaction is changing one of these tables or views. Try again once it has ended.',
      },
    }
    const [list, alone] = await Promise.all([
      project.owner.call(listMetaTables, { params, query: inPublic }),
      project.owner.call(getMetaTable, { params: { ...params, oid: String(orders!.id) } }),
    ])
    expect([list, alone]).toMatchObject([busy, busy])
  } finally {
    await locking.end()
  }
})

test('a list of many batches is one JSON array, and a client that leaves in its midst disturbs no one', async () => {
  const columns = Array.from({ length: 900 }, (_, number) => `${'long_name_'.repeat(5)}${number} int`).join(
    ', ',
  )
  await project.sql(`create schema many; do $$ begin
    for i in 1..20 loop execute format('create table many.t%s (${columns})', i); end loop; end $$`)
  try {
    const query = { included_schemas: 'many' }
    const all = await read(listMetaColumns, { query })
    expect(all).toHaveLength(20 * 900)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const leaving = new AbortController()
    const url = `${project.origin}/platform/pg-meta/${project.ref}/columns?included_schemas=many`
    const reply = await fetch(url, { headers: script.headers, signal: leaving.signal })
    expect(reply.status).toBe(200)
    const body = reply.body!.getReader()
    await body.read()
    leaving.abort()
    await expect(body.read()).rejects.toThrow()
    expect(await read(listMetaTables, { query: { ...query, include_columns: 'false' } })).toHaveLength(20)
  } finally {
    await project.sql('drop schema many cascade')
  }
})

test('the TypeScript generator answers with the text that the other call has in JSON', async () => {
  const generate = async (query: Record<string, string>, person = script) => {
    const reply = await project.app.inject({
      url: `/platform/pg-meta/${project.ref}/generators/typescript`,
      query,
      headers: person.headers,
    })
    return { status: reply.statusCode, type: reply.headers['content-type'], text: reply.body }
  }
  const { types } = (await project.owner.call(getTypescriptTypes, { params, query: {} })).body
  const text = { status: 200, type: 'text/plain; charset=utf-8', text: types }
  expect(await generate({})).toEqual(text)
  expect(types).toContain('orders: {')
  const { text: two } = await generate({ included_schemas: "public,Bob's" })
  expect(two).toContain('"a.b 🐘": {')
  expect(await generate({ included_schemas: "public,Bob's", excluded_schemas: "Bob's" })).toEqual(text)
  const missing = await project.owner.call(generateTypescript, {
    params,
    query: { included_schemas: 'missing' },
  })
  expect(missing).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
})
