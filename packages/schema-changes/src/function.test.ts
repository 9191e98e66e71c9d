import { beforeEach, describe, expect, test } from 'vitest'
import { oddNames, testDatabase } from './database.fixture.ts'
import {
  alterFunction,
  createFunction,
  dropFunction,
  type ExistingFunction,
  recreationReasons,
} from './function.ts'
import { type FunctionArgument, type FunctionDraft, functionProblems } from './function-draft.ts'

const database = testDatabase()
beforeEach(() => database.sql('drop schema if exists shop cascade; create schema shop'))

const argument = (name: string, type: string, more: Partial<FunctionArgument> = {}): FunctionArgument => ({
  mode: 'in',
  name,
  type,
  default: null,
  ...more,
})
const draft = (more: Partial<FunctionDraft> = {}): FunctionDraft => ({
  schema: 'shop',
  name: 'f',
  comment: null,
  kind: 'function',
  arguments: [argument('a', 'integer')],
  returns: { as: 'type', type: 'integer', is_set: false },
  language: 'sql',
  body_form: 'string',
  body: 'select a + 1',
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
const existing = (of: FunctionDraft, identity: string, more: Partial<ExistingFunction> = {}) => ({
  draft: of,
  identity,
  otherOwner: null,
  grants: [{ role: null, is_grantable: false }],
  firstGrants: [{ role: null, is_grantable: false }],
  ...more,
})
const definitions = async () =>
  (
    await database.sql(
      "select pg_get_functiondef(oid) from pg_proc where pronamespace = 'shop'::regnamespace order by oid",
    )
  ).map(([text]) => text!)
const signatures = async () =>
  (
    await database.sql(
      `select p.proname || '(' || pg_get_function_identity_arguments(oid) || ') ' || coalesce(pg_get_function_result(oid), '')
      from pg_proc p where pronamespace = 'shop'::regnamespace order by oid`,
    )
  ).map(([text]) => text!)

test.each(oddNames)(
  'a function, its argument and its body named %j are created, changed and dropped',
  async (name) => {
    const text = draft({
      name,
      arguments: [argument(name, 'text', { default: `'it''s'` })],
      returns: { as: 'type', type: 'text', is_set: false },
      body: `select '${name.replaceAll("'", "''")}' || '$function$'`,
      comment: name,
    })
    expect(functionProblems(text)).toEqual([])
    await database.run(createFunction(text))
    const call = `shop."${name.replaceAll('"', '""')}"()`
    expect(await database.one(`select ${call}`)).toBe(`${name}$function$`)
    const [[identity] = []] = await database.sql(
      "select pg_get_function_identity_arguments(oid) from pg_proc where pronamespace = 'shop'::regnamespace",
    )
    const changed = { ...text, name: 'changed', body: "select 'changed'", volatility: 'stable' as const }
    await database.run(alterFunction(existing(text, identity!), changed, false))
    expect(await database.one('select shop.changed()')).toBe('changed')
    await database.run([dropFunction(existing(changed, identity!), false)])
    expect(await signatures()).toEqual([])
  },
)

test.each<[title: string, more: Partial<FunctionDraft>, found: string[]]>([
  [
    'with every option',
    {
      volatility: 'immutable',
      security: 'definer',
      strict: true,
      parallel: 'safe',
      cost: 7,
      returns: { as: 'type', type: 'integer', is_set: true },
      rows: 3,
      settings: [
        { name: 'search_path', value: 'public, "Odd "" one", pg_temp' },
        { name: 'work_mem', value: '8MB' },
        { name: 'my.setting', value: "it's" },
      ],
    },
    [
      'RETURNS SETOF integer',
      'IMMUTABLE PARALLEL SAFE STRICT SECURITY DEFINER COST 7 ROWS 3',
      `SET search_path TO 'public', 'Odd " one', 'pg_temp'`,
      "SET work_mem TO '8MB'",
      `SET "my.setting" TO 'it''s'`,
    ],
  ],
  [
    'with an empty search path',
    { settings: [{ name: 'search_path', value: '' }] },
    ["SET search_path TO ''"],
  ],
  [
    'that returns a table',
    {
      returns: {
        as: 'table',
        columns: [
          { name: 'select', type: 'text' },
          { name: 'n', type: 'numeric(10,2)' },
        ],
      },
      body: "select 'a', 1.5",
    },
    ['RETURNS TABLE("select" text, n numeric)'],
  ],
  [
    'with output arguments',
    {
      arguments: [
        argument('a', 'int', { mode: 'inout' }),
        argument('b', 'text', { mode: 'out' }),
        argument('c', 'text[]', { mode: 'variadic' }),
      ],
      returns: null,
      body: "select a, 'b'",
    },
    ['INOUT a integer, OUT b text, VARIADIC c text[]', 'RETURNS record'],
  ],
  [
    'of polymorphic types',
    {
      arguments: [argument('', 'anyelement'), argument('', 'anyarray')],
      returns: { as: 'type', type: 'anyarray', is_set: false },
      body: 'select array_append($2, $1)',
    },
    ['(anyelement, anyarray)', 'RETURNS anyarray'],
  ],
  [
    'whose body PostgreSQL parses',
    { body_form: 'standard', body: 'begin atomic\n select a;\n select a + 2;\nend' },
    ['BEGIN ATOMIC'],
  ],
  [
    'that is a procedure',
    {
      kind: 'procedure',
      returns: null,
      body: 'select 1',
      security: 'definer',
      cost: 5,
      volatility: 'stable',
    },
    ['CREATE OR REPLACE PROCEDURE shop.f(IN a integer)', 'SECURITY DEFINER'],
  ],
  [
    'with comments in its types and defaults',
    {
      arguments: [
        argument('a', 'int -- a number', { default: '1 -- one' }),
        argument('b', 'int', { default: '2' }),
      ],
    },
    ['a integer DEFAULT 1, b integer DEFAULT 2'],
  ],
])('a function %s is as the draft says', async (_title, more, found) => {
  const wanted = draft({ comment: 'of a test', ...more })
  expect(functionProblems(wanted)).toEqual([])
  await database.run(createFunction(wanted))
  const [definition] = await definitions()
  for (const part of found) expect(definition).toContain(part)
  expect(alterFunction(existing(wanted, ''), wanted, false)).toEqual([])
})

describe('what PostgreSQL cannot replace is dropped and created again', () => {
  const table = { as: 'table', columns: [{ name: 'a', type: 'int' }] } as const
  const output = (name: string) => argument(name, 'int', { mode: 'out' })
  test.each<[title: string, from: Partial<FunctionDraft>, to: Partial<FunctionDraft>, reasons: string[]]>([
    ['a body', {}, { body: 'select a' }, []],
    ['a type by another name', {}, { arguments: [argument('a', 'int4')] }, []],
    ['a default that is added', {}, { arguments: [argument('a', 'integer', { default: '1' })] }, []],
    [
      'a name where there was none',
      { arguments: [argument('', 'integer')], body: 'select $1' },
      { body: 'select a' },
      [],
    ],
    [
      'an argument more',
      {},
      { arguments: [argument('a', 'int'), argument('b', 'int')] },
      ['the types of its arguments'],
    ],
    [
      'another type',
      {},
      { arguments: [argument('a', 'bigint')], body: 'select 1' },
      ['the types of its arguments'],
    ],
    [
      'another name',
      {},
      { arguments: [argument('b', 'int')], body: 'select b' },
      ['the names of its arguments'],
    ],
    [
      'a default that goes',
      { arguments: [argument('a', 'int', { default: '1' })] },
      { arguments: [argument('a', 'int')] },
      ['a default that is removed'],
    ],
    ['another result', {}, { returns: { as: 'type', type: 'bigint', is_set: false } }, ['what it returns']],
    ['a set', {}, { returns: { as: 'type', type: 'integer', is_set: true } }, ['what it returns']],
    [
      'a table',
      {},
      { returns: table, arguments: [argument('b', 'int')], body: 'select 1' },
      ['the names of its arguments', 'what it returns'],
    ],
    [
      'an only column by another name',
      { returns: table, arguments: [argument('b', 'int')], body: 'select b' },
      {
        returns: { as: 'table', columns: [{ name: 'z', type: 'int' }] },
        arguments: [argument('b', 'int')],
        body: 'select b',
      },
      [],
    ],
    [
      'an output by another name',
      { arguments: [output('a'), output('b')], returns: null, body: 'select 1, 2' },
      { arguments: [output('a'), output('c')], returns: null, body: 'select 1, 2' },
      ['what it returns'],
    ],
    ['a procedure', {}, { kind: 'procedure', returns: null }, ['its kind']],
  ])('%s', async (_title, from, to, reasons) => {
    const before = draft(from)
    const after = draft({ ...to })
    expect(recreationReasons(before, after)).toEqual(reasons)
    await database.run(createFunction(before))
    const [[identity] = []] = await database.sql(
      "select pg_get_function_identity_arguments(oid) from pg_proc where pronamespace = 'shop'::regnamespace",
    )
    // Refused by PostgreSQL exactly when a reason is given.
    const replaced = await database
      .run([
        {
          ...createFunction(after)[0]!,
          sql: createFunction(after)[0]!.sql.replace('create', 'create or replace'),
        },
      ])
      .then(
        () => 'replaced',
        () => 'refused',
      )
    const count = (await signatures()).length
    expect([replaced, count]).toEqual(
      reasons[0] === 'the types of its arguments'
        ? ['replaced', 2]
        : [reasons.length === 0 ? 'replaced' : 'refused', 1],
    )
    await database.sql('drop schema shop cascade; create schema shop')
    await database.run(createFunction(before))
    await database.run(alterFunction(existing(before, identity!), after, false))
    expect(await signatures()).toHaveLength(1)
  })
})

// Roles are those of the whole server, which other tests use too.
test('a function that is created again keeps its owner and who may call it', async () => {
  await database.sql(`
    create role reader_of_f; create role writer_of_f; create role keeper_of_f;
    grant usage, create on schema shop to keeper_of_f;
    alter default privileges in schema shop grant execute on functions to reader_of_f`)
  const before = draft()
  await database.run(createFunction(before))
  await database.sql(`
    revoke all on function shop.f from public, reader_of_f;
    grant execute on function shop.f to writer_of_f with grant option;
    alter function shop.f owner to keeper_of_f`)
  const acl = () =>
    database.one("select proowner::regrole || ' ' || proacl::text from pg_proc where proname = 'f'")
  const kept = await acl()
  await database.run(
    alterFunction(
      existing(before, 'a integer', {
        otherOwner: 'keeper_of_f',
        grants: [{ role: 'writer_of_f', is_grantable: true }],
        firstGrants: [
          { role: null, is_grantable: false },
          { role: 'reader_of_f', is_grantable: false },
        ],
      }),
      draft({ returns: { as: 'type', type: 'bigint', is_set: false } }),
      false,
    ),
  )
  expect(await acl()).toBe(kept)
  await database.sql(
    'drop schema shop cascade; alter default privileges revoke execute on functions from reader_of_f; drop role reader_of_f, writer_of_f, keeper_of_f',
  )
})

test.each<[title: string, more: Partial<FunctionDraft>, path: string, message: RegExp]>([
  ['no name', { name: ' ' }, 'name', /Name the function/],
  ['a long name', { name: 'ü'.repeat(32) }, 'name', /64 bytes/],
  ['an argument without a type', { arguments: [argument('a', '')] }, 'arguments.0.type', /Choose a type/],
  [
    'a type that ends the list',
    { arguments: [argument('a', 'int) returns int (')] },
    'arguments.0.type',
    /too many/,
  ],
  [
    'a default of two',
    { arguments: [argument('a', 'int', { default: '1, 2' })] },
    'arguments.0.default',
    /comma/,
  ],
  [
    'an argument twice',
    { arguments: [argument('a', 'int'), argument('a', 'int')] },
    'arguments.1.name',
    /Another/,
  ],
  [
    'a default before none',
    { arguments: [argument('a', 'int', { default: '1' }), argument('b', 'int')] },
    'arguments.1.default',
    /needs one/,
  ],
  [
    'a variadic before others',
    { arguments: [argument('a', 'int[]', { mode: 'variadic' }), argument('b', 'int')] },
    'arguments.1.mode',
    /last/,
  ],
  ['no result', { returns: null }, 'returns.type', /returns/],
  ['a table without columns', { returns: { as: 'table', columns: [] } }, 'returns', /at least one/],
  ['a language of superusers', { language: 'c' }, 'language', /superusers/],
  ['no body', { body: ' ' }, 'body', /Write/],
  [
    'a body with a statement after it',
    { body_form: 'standard', body: 'return 1; drop table t' },
    'body',
    /Nothing can follow/,
  ],
  ['a setting that is SQL', { settings: [{ name: 'a = 1; x', value: '' }] }, 'settings.0.name', /letters/],
  ['an aggregate', { kind: 'aggregate' }, 'kind', /only be read/],
])('%s is a problem of its field', (_title, more, path, message) => {
  expect(functionProblems(draft(more))).toContainEqual({ path, message: expect.stringMatching(message) })
})
