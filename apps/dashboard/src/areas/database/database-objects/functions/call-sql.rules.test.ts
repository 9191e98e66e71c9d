import type { FunctionDraft } from '@basalt/contract/database-objects/functions/functions.schema.ts'
import { expect, test } from 'vitest'
import { beginningOf, callRefusal, callSql, type GivenArgument, inputsOf } from './call-sql.rules.ts'

const argument = (name: string, type: string, more: object = {}) => ({
  mode: 'in' as const,
  name,
  type,
  default: null,
  ...more,
})
const draft = (more: Partial<FunctionDraft> = {}): FunctionDraft => ({
  schema: 'shop',
  name: 'f"',
  comment: null,
  kind: 'function',
  arguments: [],
  returns: { as: 'type', type: 'integer', is_set: false },
  language: 'sql',
  body_form: 'string',
  body: 'select 1',
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
const value = (text: string, type = ''): GivenArgument => ({ as: 'value', text, type })
const NULL: GivenArgument = { as: 'null', text: '', type: '' }
const DEFAULT: GivenArgument = { as: 'default', text: '', type: '' }

const a = argument('a', 'integer')
const b = argument('B"', 'shop."T"[]', { default: "'{}'" })
const record = { as: 'type', type: 'record', is_set: true } as const
const outputs = [argument('n', 'int', { mode: 'inout' }), argument('m', 'text', { mode: 'out' })]

test.each<[title: string, more: Partial<FunctionDraft>, given: GivenArgument[], sql: string]>([
  ['without arguments', {}, [], `select * from "shop"."f"""();`],
  [
    'by name',
    { arguments: [a, b] },
    [value("it's"), value('{\\}')],
    `select * from "shop"."f"""("a" => 'it''s'::integer, "B""" => E'{\\\\}'::shop."T"[]);`,
  ],
  [
    'with a default',
    { arguments: [a, b] },
    [value('1'), DEFAULT],
    `select * from "shop"."f"""("a" => '1'::integer);`,
  ],
  ['with NULL', { arguments: [a] }, [NULL], `select * from "shop"."f"""("a" => null::integer);`],
  [
    'by place',
    { arguments: [argument('', 'integer'), b] },
    [value('1'), value('{}')],
    `select * from "shop"."f"""('1'::integer, '{}'::shop."T"[]);`,
  ],
  [
    'of any type',
    { arguments: [argument('a', 'anyelement')] },
    [value('1', 'numeric')],
    `select * from "shop"."f"""("a" => '1'::numeric);`,
  ],
  [
    'with a list',
    { arguments: [argument('a', 'integer[]', { mode: 'variadic' })] },
    [value('{1,2}')],
    `select * from "shop"."f"""(variadic "a" => '{1,2}'::integer[]);`,
  ],
  ['of a record', { returns: record }, [], `select "shop"."f"""();`],
  [
    'of a record with outputs',
    { returns: record, arguments: outputs },
    [value('1')],
    `select * from "shop"."f"""("n" => '1'::int);`,
  ],
  [
    'of a procedure',
    { kind: 'procedure', returns: null, arguments: outputs },
    [value('1')],
    `call "shop"."f"""("n" => '1'::int, "m" => null::text);`,
  ],
])('a call %s', (_title, more, given, sql) => {
  expect(callSql(draft(more), given)).toEqual({ sql })
})

test('an argument without a name cannot follow one that is left out', () => {
  const unnamed = draft({
    arguments: [argument('', 'int', { default: '1' }), argument('', 'int', { default: '2' })],
  })
  expect(callSql(unnamed, [DEFAULT, value('1')])).toEqual({ problem: expect.stringContaining('no name') })
  expect(callSql(unnamed, inputsOf(unnamed).map(beginningOf))).toEqual({
    sql: 'select * from "shop"."f"""();',
  })
})

test.each([
  ['a number', 'bigint', `'0'::bigint`],
  ['a boolean', 'boolean', `'false'::boolean`],
  ['a text', 'text', `''::text`],
  ['a date', 'date', 'null::date'],
  ['a type of its own', 'shop.mood', 'null::shop.mood'],
])('a form begins with a call that PostgreSQL takes for %s', (_what, type, expression) => {
  const asked = draft({ arguments: [argument('a', type)] })
  expect(callSql(asked, inputsOf(asked).map(beginningOf))).toEqual({
    sql: `select * from "shop"."f"""("a" => ${expression});`,
  })
})

test('an empty text is passed only for what takes one', () => {
  const asked = draft({ arguments: [argument('count', 'bigint')] })
  expect(callSql(asked, [value(' ')])).toEqual({ problem: 'Enter count, or pass NULL.' })
})

test('what PostgreSQL or a query calls cannot be called by itself', () => {
  expect(callRefusal(draft({ kind: 'aggregate' }))).toContain('Queries')
  expect(callRefusal(draft({ returns: { as: 'type', type: 'trigger', is_set: false } }))).toContain(
    'Triggers',
  )
  expect(callRefusal(draft({ arguments: [argument('', 'internal')] }))).toContain('itself')
  expect(callRefusal(draft())).toBeUndefined()
})
