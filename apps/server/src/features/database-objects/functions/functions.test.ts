import { readDomain } from '@basalt/contract/database-objects/domains/domains.endpoints.ts'
import { readEnumeratedType } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.endpoints.ts'
import {
  checkDatabaseFunction,
  listDatabaseFunctions,
  listFunctionLanguages,
  listTriggerFunctions,
  readDatabaseFunction,
} from '@basalt/contract/database-objects/functions/functions.endpoints.ts'
import type { FunctionDraft } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { readIndex } from '@basalt/contract/database-objects/indexes/indexes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { readPolicy } from '@basalt/contract/database-objects/policies/policies.endpoints.ts'
import { readDatabaseTrigger } from '@basalt/contract/database-objects/triggers/triggers.endpoints.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { ODD_NAMES, objectProject } from '../object-project.fixture.ts'

const project = objectProject()
beforeEach(() => project.sql('drop schema if exists shop cascade; create schema shop'))

const { apply, ask, plan } = project
const list = async (query: object) => (await ask(listDatabaseFunctions, { query })).body
const read = (oid: number, person?: Person) => project.read(readDatabaseFunction, oid, person)
const readNamed = async (name: string) =>
  read(Number((await project.sql('select $1::regprocedure::oid::int8::text as oid', [name]))[0]!.oid))
const check = async (body: ObjectChange) => (await ask(checkDatabaseFunction, { body })).body.problem

const argument = (name: string, type: string, more: object = {}) => ({
  mode: 'in' as const,
  name,
  type,
  default: null,
  ...more,
})
const draft = (more: Partial<FunctionDraft> = {}): FunctionDraft => ({
  schema: 'shop',
  name: 'price',
  comment: null,
  kind: 'function',
  arguments: [argument('a', 'integer')],
  returns: { as: 'type', type: 'integer', is_set: false },
  language: 'plpgsql',
  body_form: 'string',
  body: '\nbegin\n  return a + 1;\nend;\n',
  volatility: 'volatile',
  security: 'invoker',
  strict: false,
  leakproof: false,
  parallel: 'unsafe',
  cost: null,
  rows: null,
  settings: [],
  ...more,
})
const create = (more?: Partial<FunctionDraft>): ObjectChange => ({
  object: 'function',
  action: 'create',
  draft: draft(more),
})
/** A change of a function as it is now. */
const edit = async (
  name: string,
  change: Partial<FunctionDraft>,
  cascade = false,
): Promise<ObjectChange & { action: 'edit' }> => {
  const { id, fingerprint, draft: now } = await readNamed(name)
  return {
    object: 'function',
    action: 'edit',
    id,
    fingerprint,
    draft: { ...now, ...change },
    cascade,
  } as never
}

test('functions are listed with their signature, and those of one name are told apart', async () => {
  await project.sql(`
    create function shop.price(a int, b text default 'x') returns setof text language sql stable security definer return b;
    create function shop.price() returns trigger language plpgsql as 'begin return new; end';
    create procedure shop.tidy(inout n int) language plpgsql as 'begin n := 1; end';
    create aggregate shop.total(int) (sfunc = int4pl, stype = int, initcond = '0');
    comment on procedure shop.tidy is 'nightly'`)
  const { objects, count } = await list({ schema: 'shop' })
  expect(count).toBe(4)
  expect(objects).toMatchObject([
    {
      name: 'price',
      kind: 'function',
      arguments: 'a integer, b text',
      returns: 'SETOF text',
      language: 'sql',
      security: 'definer',
      volatility: 'stable',
    },
    {
      name: 'price',
      kind: 'function',
      arguments: '',
      returns: 'trigger',
      language: 'plpgsql',
      security: 'invoker',
    },
    { name: 'tidy', kind: 'procedure', arguments: 'INOUT n integer', returns: null, comment: 'nightly' },
    { name: 'total', kind: 'aggregate', arguments: 'integer', returns: 'integer', language: 'internal' },
  ])
  expect((await list({ schema: 'shop', search: 'TOT' })).objects).toHaveLength(1)
  const [, , , total] = objects
  const found = await read(total!.id)
  expect(found.refusals).toMatchObject({ edit: expect.stringContaining('Aggregates'), drop: null })
  const { id, fingerprint } = found
  expect(await apply({ object: 'function', action: 'drop', id, fingerprint, cascade: false })).toMatchObject({
    status: 200,
  })
  expect((await list({ schema: 'shop' })).count).toBe(3)
})

test.each(ODD_NAMES)(
  'a function named %j is created, read back, edited, duplicated and dropped',
  async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await project.sql(`create schema if not exists ${quoted}; create type ${quoted}.${quoted} as enum ('a')`)
    const wanted = draft({
      schema: name,
      name,
      comment: name,
      language: 'sql',
      arguments: [
        argument(name, 'text', { default: `'a'::text` }),
        argument('kind', `${quoted}.${quoted}`, { default: "'a'" }),
        argument('rest', 'integer[]', { mode: 'variadic' as const, default: `'{1}'::integer[]` }),
      ],
      returns: {
        as: 'table',
        columns: [
          { name: `${name.slice(0, 60)}1`, type: 'text' },
          { name: 'n', type: 'integer' },
        ],
      },
      body: `select '$function$' || ${quoted}, 1 -- ${name.replaceAll('\n', ' ')}`,
      volatility: 'stable',
      security: 'definer',
      strict: true,
      parallel: 'restricted',
      cost: 12,
      rows: 9,
      settings: [
        { name: 'search_path', value: '""' },
        { name: 'work_mem', value: '8MB' },
      ],
    })
    const { status, body } = await apply({ object: 'function', action: 'create', draft: wanted })
    expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
    const found = await read(body.id!)
    // PostgreSQL prints types as it would need them written.
    const readBack = {
      ...wanted,
      arguments: wanted.arguments.map((each) => ({
        ...each,
        type: each.name === 'kind' ? expect.any(String) : each.type,
        default: each.name === 'kind' ? expect.stringContaining("'a'::") : each.default,
      })),
    }
    expect(found.draft).toEqual(readBack)
    expect(Object.keys(found).toSorted()).toEqual([
      'draft',
      'extension',
      'fingerprint',
      'has_more_triggers',
      'id',
      'identity',
      'is_owned',
      'owner',
      'refusals',
      'triggers',
    ])
    expect((await list({ schema: name, search: name })).objects).toMatchObject([{ id: body.id, name }])

    const edited = {
      ...found.draft,
      name: 'renamed',
      schema: 'shop',
      comment: null,
      body: "select 'b', 2",
      cost: null,
    }
    const { id, fingerprint } = found
    expect(
      await apply({ object: 'function', action: 'edit', id, fingerprint, draft: edited, cascade: false }),
    ).toMatchObject({ status: 200, body: { id } })
    const after = await read(id)
    expect(after.draft).toEqual(edited)

    const copied = await apply({ object: 'function', action: 'create', draft: { ...after.draft, name } })
    expect((await read(copied.body.id!)).draft).toEqual({ ...edited, name })
    expect(await project.sql(`select * from shop.${quoted}()`)).toMatchObject([{ n: 2 }])

    const drop: ObjectChange = {
      object: 'function',
      action: 'drop',
      id,
      fingerprint: after.fingerprint,
      cascade: false,
    }
    expect(await apply(drop)).toMatchObject({ status: 200, body: { id: null } })
    expect(
      (await ask(readDatabaseFunction, { params: { ref: project.ref, oid: String(id) } })).body.code,
    ).toBe('not_found')
    await project.sql(`drop schema ${quoted} cascade`)
  },
)

test.each<[title: string, more: Partial<FunctionDraft>]>([
  [
    'a procedure',
    {
      kind: 'procedure',
      returns: null,
      arguments: [argument('n', 'integer', { mode: 'inout' })],
      body: 'begin n := 2; end',
    },
  ],
  [
    'a function with outputs',
    {
      arguments: [argument('a', 'integer', { mode: 'out' }), argument('b', 'text', { mode: 'out' })],
      returns: null,
      body: 'begin a := 1; end',
    },
  ],
  [
    'a set of records',
    {
      arguments: [argument('a', 'integer', { mode: 'out' }), argument('b', 'text', { mode: 'out' })],
      returns: { as: 'type', type: 'record', is_set: true },
      body: 'begin return; end',
    },
  ],
  [
    'a polymorphic function',
    {
      arguments: [argument('', 'anyelement'), argument('', 'anyarray')],
      returns: { as: 'type', type: 'anyarray', is_set: false },
      body: 'begin return $2; end',
    },
  ],
  [
    'a trigger function',
    { arguments: [], returns: { as: 'type', type: 'trigger', is_set: false }, body: 'begin return new; end' },
  ],
  ['a body that PostgreSQL parses', { language: 'sql', body_form: 'standard', body: 'RETURN (a + 1)' }],
  ['a body with every dollar quote', { language: 'sql', body: 'select 1 -- $function$ $function1$ $$ $' }],
])('%s is read back as it was asked for', async (_title, more) => {
  const { status, body } = await apply(create(more))
  expect([status, body]).toMatchObject([200, { id: expect.any(Number) }])
  const found = await read(body.id!)
  expect(found.draft).toEqual(draft(more))
  const { statements } = await plan({
    object: 'function',
    action: 'edit',
    id: found.id,
    fingerprint: found.fingerprint,
    draft: found.draft,
    cascade: false,
  })
  expect(statements).toEqual([])
})

test('a body that does not parse is told at its place, and nothing stays of the try', async () => {
  const body = '\nbegin\n  return a +;\nend;\n'
  const problem = await check(create({ body }))
  expect(problem).toEqual({
    path: 'body',
    message: expect.stringMatching(/^Syntax error/),
    offset: body.indexOf(';'),
  })
  expect(await check(create({ language: 'sql', body: 'select nowhere("🐘")' }))).toMatchObject({
    path: 'body',
    offset: 15,
  })
  expect(await check(create({ body: 'begin' }))).toMatchObject({ path: 'body', offset: 5 })
  expect(await check(create({ arguments: [argument('a', 'nothing')] }))).toMatchObject({
    path: 'arguments.0.type',
  })
  expect(await check(create({ returns: { as: 'type', type: 'nothing', is_set: false } }))).toMatchObject({
    path: 'returns.type',
  })
  expect(await check(create({ arguments: [argument('a', 'integer', { default: 'b' })] }))).toMatchObject({
    path: 'arguments.0.default',
  })
  expect(await check(create())).toBeNull()
  expect(await check(create({ name: '' }))).toBeNull()
  expect((await list({ schema: 'shop' })).count).toBe(0)
  const refused = await apply(create({ body }))
  expect([refused.status, refused.body.details?.issues?.[0]?.path]).toEqual([400, 'body'])
})

describe('an edit that PostgreSQL refuses in place', () => {
  beforeEach(() =>
    project.sql(`
      create function shop.price(a int) returns int language sql return 1;
      comment on function shop.price is 'of all';
      revoke all on function shop.price from public;
      grant execute on function shop.price to anon;
      create view shop.prices as select shop.price(1)`),
  )
  const returns = { as: 'type', type: 'bigint', is_set: false } as const
  const change = { language: 'sql', body: 'select 1::bigint', body_form: 'string', returns } as const

  test('names what depends on it, and changes nothing without their drop', async () => {
    const asked = await edit('shop.price(int)', change)
    const { statements, dependents } = await plan(asked)
    expect(statements[0]!.sql).toBe('drop function "shop"."price"(a integer)')
    expect(dependents).toEqual(['view shop.prices'])
    const refused = await apply(asked)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('other objects depend on it'),
    ])
    expect((await readNamed('shop.price(int)')).draft.returns).toEqual({
      as: 'type',
      type: 'integer',
      is_set: false,
    })
  })

  test('drops and creates it in one transaction, with its comment and its privileges', async () => {
    const asked = await edit('shop.price(int)', change, true)
    const { body } = await apply(asked)
    expect(body.id).not.toBe(asked.id)
    const { draft: now } = await read(body.id!)
    expect(now).toMatchObject({ returns, comment: 'of all' })
    expect(
      await project.sql(`select has_function_privilege('anon', 'shop.price(int)', 'execute') as anon,
        has_function_privilege('authenticated', 'shop.price(int)', 'execute') as others`),
    ).toEqual([{ anon: true, others: false }])
  })
})

test('a function that triggers call names them, and a drop lists them', async () => {
  await project.sql(`
    create table shop.orders (id int);
    create function shop.stamp() returns trigger language plpgsql as 'begin return new; end';
    create trigger stamped before insert on shop.orders for each row execute function shop.stamp()`)
  const { id, fingerprint, triggers } = await readNamed('shop.stamp()')
  expect(triggers).toMatchObject([{ schema: 'shop', table: 'orders', name: 'stamped' }])
  const { dependents } = await plan({ object: 'function', action: 'drop', id, fingerprint, cascade: true })
  expect(dependents).toEqual(['trigger stamped on table shop.orders'])
  const { body } = await ask(listTriggerFunctions, { query: {} })
  expect(body).toContainEqual({ schema: 'shop', name: 'stamp' })
})

test('operators, casts and functions of the same name with other arguments are told apart when one is dropped', async () => {
  await project.sql(`
    create type shop.tag as (name text);
    create function shop.same(a shop.tag, b shop.tag) returns bool language sql immutable return (a).name = (b).name;
    create function shop.same(a shop.tag) returns text language sql immutable return (a).name;
    create operator shop.=== (leftarg = shop.tag, rightarg = shop.tag, function = shop.same);
    create cast (shop.tag as text) with function shop.same(shop.tag);
    create function shop.unrelated(a shop.tag, b int) returns text language sql return 'x'`)
  const drop = async (name: string, cascade: boolean): Promise<ObjectChange> => {
    const { id, fingerprint } = await readNamed(name)
    return { object: 'function', action: 'drop', id, fingerprint, cascade }
  }
  const ofOperator = await drop('shop.same(shop.tag, shop.tag)', false)
  expect((await plan(ofOperator)).dependents).toEqual(['operator shop.===(shop.tag,shop.tag)'])
  expect((await apply(ofOperator)).status).toBe(400)
  const ofCast = await drop('shop.same(shop.tag)', true)
  expect((await plan(ofCast)).dependents).toEqual(['cast from shop.tag to text'])
  expect((await apply(ofCast)).status).toBe(200)
  expect((await list({ schema: 'shop' })).objects.map(({ arguments: of }) => of)).toEqual([
    'a shop.tag, b shop.tag',
    'a shop.tag, b integer',
  ])
  expect(
    await project.sql(`select oprname from pg_operator where oprnamespace = 'shop'::regnamespace`),
  ).toEqual([{ oprname: '===' }])
})

test('objects of another role are described with their owner, and cannot be changed', async () => {
  await project.sql(`
    create role functions_owner; grant functions_owner to postgres with inherit false, set true;
    grant usage, create on schema shop to functions_owner;
    set role functions_owner;
    create function shop.theirs() returns int language sql return 1;
    create type shop.their_type as enum ('a');
    create domain shop.their_domain as int;
    create table shop.their_table (id int primary key);
    create index their_index on shop.their_table (id);
    create policy their_policy on shop.their_table using (true);
    create trigger their_trigger before update on shop.their_table for each row
      execute function suppress_redundant_updates_trigger();
    reset role;
    -- The owner of a schema may drop what others have in it.
    grant usage on schema shop to postgres; alter schema shop owner to functions_owner;
    set role functions_owner; grant usage on schema shop to postgres; reset role;
    revoke functions_owner from postgres`)
  try {
    const kinds = [
      ['function', readDatabaseFunction, `'shop.theirs()'::regprocedure`],
      ['enumerated_type', readEnumeratedType, `'shop.their_type'::regtype`],
      ['domain', readDomain, `'shop.their_domain'::regtype`],
      ['index', readIndex, `'shop.their_index'::regclass`],
      ['policy', readPolicy, `(select oid from pg_policy where polname = 'their_policy')`],
      ['trigger', readDatabaseTrigger, `(select oid from pg_trigger where tgname = 'their_trigger')`],
    ] as const
    for (const [object, endpoint, oid] of kinds) {
      const [row] = await project.sql(`select ${oid}::oid::int8::text as id`)
      const found = await project.read(endpoint, Number(row!.id))
      expect([object, found.owner, found.is_owned]).toEqual([object, 'functions_owner', false])
      const { id, fingerprint } = found
      const change = {
        object,
        action: 'drop',
        id,
        fingerprint,
        cascade: true,
        ...(object === 'index' && { concurrently: false }),
      }
      const refused = await apply(change as ObjectChange)
      expect([object, refused.status]).toEqual([object, 400])
      expect(refused.body.message).toMatch(/owner|owns|permission/i)
      expect((await project.read(endpoint, id)).fingerprint).toBe(fingerprint)
    }
  } finally {
    await project.sql(`grant functions_owner to postgres; drop schema shop cascade; drop owned by functions_owner;
      drop role functions_owner`)
  }
})

test.each<[title: string, change: () => Promise<ObjectChange>, path: string, message: RegExp]>([
  ['no name', async () => create({ name: '' }), 'name', /Name the function/],
  ['a protected schema', async () => create({ schema: 'auth' }), 'schema', /can only be read/],
  ['a schema that does not exist', async () => create({ schema: 'nowhere' }), 'schema', /does not exist/],
  ['a language that does not exist', async () => create({ language: 'nope' }), 'language', /does not exist/],
  ['a language of superusers', async () => create({ language: 'c' }), 'language', /superusers/],
  [
    'a function that exists',
    async () => {
      await project.sql('create function shop.price(int) returns int language sql return 1')
      return create()
    },
    'name',
    /already exists/,
  ],
])('%s is told at its field', async (_title, change, path, message) => {
  const refused = await apply(await change())
  expect(refused.status).toBe(400)
  expect(refused.body.details?.issues?.[0]).toEqual({ path, message: expect.stringMatching(message) })
})

test('a function that someone else has changed since is left alone', async () => {
  await project.sql('create function shop.price(a int) returns int language sql return 1')
  const asked = await edit('shop.price(int)', { volatility: 'stable' })
  await project.sql('alter function shop.price strict')
  const refused = await apply(asked)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
})

test("an extension's function is described and cannot be changed", async () => {
  await project.sql('create extension if not exists citext schema shop')
  const { objects } = await list({ schema: 'shop', search: 'citext_eq' })
  const found = await read(objects[0]!.id)
  expect(found).toMatchObject({ extension: 'citext', draft: { language: 'c' } })
  const { id, fingerprint } = found
  const refused = await apply({ object: 'function', action: 'drop', id, fingerprint, cascade: true })
  expect(refused.body.message).toContain('belongs to the extension citext')
  await project.sql('drop extension citext')
})

test('a read-only member reads functions and plans, and can neither try nor make changes', async () => {
  await project.sql('create function shop.price(a int) returns int language sql return 1')
  const { id, fingerprint, is_owned } = await read((await readNamed('shop.price(int)')).id, project.reader)
  expect(is_owned).toBe(false)
  const change = { object: 'function', action: 'drop', id, fingerprint, cascade: true } as const
  expect((await plan(change, project.reader)).statements).toHaveLength(1)
  expect((await apply(change, project.reader)).status).toBe(403)
  expect((await ask(checkDatabaseFunction, { body: create() }, project.reader)).status).toBe(403)
})

test('the languages that can be written in are listed', async () => {
  expect((await ask(listFunctionLanguages, {})).body).toEqual(['plpgsql', 'sql'])
})
