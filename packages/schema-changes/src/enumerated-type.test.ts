import { beforeEach, expect, test } from 'vitest'
import { oddNames, testDatabase } from './database.fixture.ts'
import { dependentsOf } from './dependents.ts'
import {
  alterEnumeratedType,
  createEnumeratedType,
  dropEnumeratedType,
  type EnumeratedTypeDraft,
  enumeratedTypeProblems,
} from './enumerated-type.ts'

const database = testDatabase()
beforeEach(() => database.sql('drop schema if exists shop cascade; create schema shop'))

const draft = (name: string, values: readonly string[]): EnumeratedTypeDraft => ({
  schema: 'shop',
  name,
  comment: null,
  values: values.map((value) => ({ was: null, value })),
})
const kept = (value: string, was = value) => ({ was, value })
const added = (value: string) => ({ was: null, value })
const valuesOf = async (type: string) =>
  (
    await database.sql(
      `select e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid where t.typname = $1 order by e.enumsortorder`,
      [type],
    )
  ).map(([value]) => value)

test.each(oddNames)('a type and a value named %j are created, changed and dropped', async (name) => {
  const type = draft(name, [name, 'other'])
  expect(enumeratedTypeProblems(type)).toEqual([])
  await database.run(createEnumeratedType({ ...type, comment: name }))
  expect(await valuesOf(name)).toEqual([name, 'other'])
  const now = { ...type, values: [kept(name), kept('other')] }
  await database.run(
    alterEnumeratedType(now, {
      ...now,
      name: 'changed',
      values: [kept('x', name), added(name), kept('other')],
    }),
  )
  expect(await valuesOf('changed')).toEqual(['x', name, 'other'])
  await database.run([dropEnumeratedType({ schema: 'shop', name: 'changed' }, false)])
  expect(await valuesOf('changed')).toEqual([])
})

test.each<[title: string, values: EnumeratedTypeDraft['values'], expected: string[]]>([
  ['swapped', [kept('b', 'a'), kept('a', 'b'), kept('c')], ['b', 'a', 'c']],
  ['rotated', [kept('b', 'a'), kept('c', 'b'), kept('a', 'c')], ['b', 'c', 'a']],
  ['given the old name of another', [kept('z', 'a'), added('a'), kept('b'), kept('c')], ['z', 'a', 'b', 'c']],
  ['added first', [added('1'), added('2'), kept('a'), kept('b'), kept('c')], ['1', '2', 'a', 'b', 'c']],
  ['added last', [kept('a'), kept('b'), kept('c'), added('d'), added('e')], ['a', 'b', 'c', 'd', 'e']],
  [
    'added before one that is renamed',
    [added('0'), kept('x', 'a'), kept('b'), kept('c')],
    ['0', 'x', 'b', 'c'],
  ],
])('values are %s', async (_title, values, expected) => {
  const type = draft('t', ['a', 'b', 'c'])
  await database.run(createEnumeratedType(type))
  const now = { ...type, values: [kept('a'), kept('b'), kept('c')] }
  expect(enumeratedTypeProblems({ ...type, values }, ['a', 'b', 'c'])).toEqual([])
  await database.run(alterEnumeratedType(now, { ...type, values }))
  expect(await valuesOf('t')).toEqual(expected)
})

test('a type without changes needs no statement', () => {
  const type = { ...draft('t', []), values: [kept('a')] }
  expect(alterEnumeratedType(type, type)).toEqual([])
})

test('columns, domains and functions depend on a type; rows of views and arrays are no dependents of their own', async () => {
  await database.run(createEnumeratedType(draft('t', ['a'])))
  await database.sql(`
    create table shop.things (id int, kind shop.t, others shop.t[]);
    create view shop.kinds as select kind from shop.things;
    create domain shop.d as shop.t;
    create type shop.pair as (one shop.t, two int);
    create function shop.f(shop.t) returns int language sql return 1`)
  const [[oid] = []] = await database.sql("select 'shop.t'::regtype::oid")
  expect((await database.sql(dependentsOf('pg_type', Number(oid)))).map(([text]) => text).toSorted()).toEqual(
    [
      'column kind of table shop.things',
      'column one of composite type shop.pair',
      'column others of table shop.things',
      'function shop.f(shop.t)',
      'type shop.d',
      'view shop.kinds',
    ],
  )
})
