import { describe, expect, test } from 'vitest'
import { shortType, typeOf, typeOptions, typeParts, withArray, withBase } from './column-types.rules.ts'
import {
  changeColumn,
  draftOf,
  formOf,
  isMismatch,
  isUnique,
  moveColumn,
  newTable,
  removeColumn,
  setInPrimaryKey,
  setUnique,
  typedDefault,
  withColumns,
} from './table-form.rules.ts'

describe('types are taken apart and put together', () => {
  test.each([
    ['bigint', 'int8', '', false],
    ['character varying(20)', 'varchar', '(20)', false],
    ['numeric(10,2)[]', 'numeric', '(10,2)', true],
    ['timestamp(3) with time zone', 'timestamptz', '(3)', false],
    ['timestamp without time zone[]', 'timestamp', '', true],
    ['"Odd ""type"[]', '"Odd ""type"', '', true],
    ['public.mood', 'public.mood', '', false],
    ['text[][]', 'text', '', true],
    ['', '', '', false],
  ])('%s', (type, base, length, isArray) => {
    expect(typeParts(type)).toEqual({ base, length, isArray })
    expect(shortType(type)).toBe(typeOf({ base, length, isArray }))
  })

  test('another type keeps the array and loses the length', () => {
    expect(withBase('varchar(5)[]', 'text')).toBe('text[]')
    expect(withBase('varchar(5)[]', 'varchar')).toBe('varchar(5)[]')
    expect(withArray('numeric(4,1)', true)).toBe('numeric(4,1)[]')
    expect(withArray('numeric(4,1)[]', false)).toBe('numeric(4,1)')
  })
})

test.each([
  ['numeric(8,2)', 'numeric', 'numeric(8,2)'],
  ['text[]', 'text', 'text[]'],
  ['text', 'text', 'text'],
  ['shop.mood[]', 'shop.mood', 'shop.mood[]'],
])('%s is displayed as it is where its type is chosen', (type, value, label) => {
  const options = typeOptions(type, [])
  expect(options.find((option) => option.value === value)).toMatchObject({ label })
  expect(options.filter((option) => option.label !== option.value)).toHaveLength(label === value ? 0 : 1)
})

test.each<[string[], number | null, string[], string[]]>([
  [['id', 'name'], 0, ['id int8', 'name text'], ['id']],
  [['name', 'age'], null, ['id int8', 'name text', 'age text'], ['id']],
  [['id', 'name'], null, ['id text', 'name text'], []],
])('columns %j with the key %j replace those of a form', (names, key, columns, primaryKey) => {
  const before = {
    ...newTable('shop'),
    name: 'people',
    rls: false,
    checks: [{ key: 'c', was: null, expression: 'true' }],
  }
  const draft = draftOf(
    withColumns(
      before,
      names.map((name, place) => ({ name, type: place === key ? 'int8' : 'text' })),
      key,
    ),
  )
  expect(draft).toMatchObject({
    schema: 'shop',
    name: 'people',
    rls: false,
    checks: [],
    primary_key: primaryKey,
  })
  expect(draft.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(columns)
  expect(draft.columns.filter(({ nullable }) => !nullable).map(({ name }) => name)).toEqual(primaryKey)
})

test('a draft survives the form, apart from how types are written', () => {
  const draft = draftOf({ ...newTable('public'), name: 'people' })
  expect(draftOf(formOf(draft))).toEqual(draft)
  expect(draft).toMatchObject({ rls: true, primary_key: ['id'], comment: null })
})

test('keys and constraints follow a column that is renamed, also over a name that is taken', () => {
  const form = newTable('public')
  const [id, createdAt] = form.columns
  const unique = setUnique(form, createdAt!.key, true)
  const renamed = changeColumn(changeColumn(unique, id!.key, { name: 'created_at' }), createdAt!.key, {
    name: 'id',
  })
  expect(draftOf(renamed)).toMatchObject({ primary_key: ['created_at'], uniques: [{ columns: ['id'] }] })
})

test('what names a column goes with it', () => {
  const form = newTable('public')
  const [id] = form.columns
  expect(draftOf(removeColumn(setUnique(form, id!.key, true), id!.key))).toMatchObject({
    columns: [{ name: 'created_at' }],
    primary_key: [],
    uniques: [],
  })
})

test('a primary key is never NULL and keeps the order in which it was chosen', () => {
  const form = newTable('public')
  const [id, createdAt] = form.columns
  const swapped = setInPrimaryKey(setInPrimaryKey(form, id!.key, false), createdAt!.key, true)
  expect(draftOf(setInPrimaryKey(swapped, id!.key, true)).primary_key).toEqual(['created_at', 'id'])
})

test('identity excludes a default, and needs a whole number', () => {
  const form = newTable('public')
  const [id, createdAt] = form.columns
  expect(changeColumn(form, id!.key, { type: 'text' }).columns[0]!.identity).toBeNull()
  const identity = changeColumn(form, createdAt!.key, { type: 'int8', identity: 'always' }).columns[1]!
  expect(identity).toMatchObject({ default: null, nullable: false })
})

test('columns are moved within the table', () => {
  const form = newTable('public')
  expect(moveColumn(form, 0, 1).columns.map(({ name }) => name)).toEqual(['created_at', 'id'])
  expect(moveColumn(form, 0, -1)).toBe(form)
  expect(moveColumn(form, 1, 2)).toBe(form)
})

test('a unique column is one that is unique alone', () => {
  const form = newTable('public')
  const [id, createdAt] = form.columns
  const both = { ...form, uniques: [{ was: null, columns: [id!.key, createdAt!.key] }] }
  expect(isUnique(both, id!.key)).toBe(false)
  expect(isUnique(setUnique(both, id!.key, true), id!.key)).toBe(true)
  expect(setUnique(setUnique(both, id!.key, true), id!.key, false).uniques).toEqual(both.uniques)
})

describe('a typed default', () => {
  test.each([
    ['', 'text', null, null],
    ['hello', 'text', null, { literal: 'hello' }],
    ['now()', 'timestamptz', null, { expression: 'now()' }],
    ['auth.uid()', 'uuid', null, { expression: 'auth.uid()' }],
    ['current_date', 'date', null, { expression: 'current_date' }],
    ['user', 'text', null, { literal: 'user' }],
    ['5', 'int4', { expression: '4' }, { expression: '5' }],
    ['(1)', 'text', null, { literal: '(1)' }],
  ])('%s for %s', (text, type, before, after) => {
    expect(typedDefault(text, type, before)).toEqual(after)
  })
})

test('columns of different types do not match', () => {
  expect(isMismatch('int8', 'bigint')).toBe(false)
  expect(isMismatch('int4', 'bigint')).toBe(true)
  expect(isMismatch('', 'bigint')).toBe(false)
})
