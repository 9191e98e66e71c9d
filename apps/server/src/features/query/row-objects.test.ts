import pg from 'pg'
import { expect, test } from 'vitest'
import { rowObjectWriter, uniqueKeys } from './row-objects.ts'

const { BOOL, INT4, INT8, FLOAT8, NUMERIC, JSONB, TEXT, TIMESTAMPTZ } = pg.types.builtins
const field = (name: string, type_id: number) => ({ name, type: '', type_id, table_id: 0, column_id: 0 })
const written = (type: number, text: string | null) =>
  JSON.parse(rowObjectWriter([field('v', type)])([text])).v as unknown

test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'a', 'a'],
    ['a', 'a_1', 'a_2'],
  ],
  [
    ['a', 'a', 'a_1'],
    ['a', 'a_2', 'a_1'],
  ],
  [
    ['a_1', 'a', 'a', 'a_1'],
    ['a_1', 'a', 'a_2', 'a_1_1'],
  ],
  [
    ['?column?', '?column?'],
    ['?column?', '?column?_1'],
  ],
  [[], []],
])('columns called %j become the keys %j', (names, keys) => {
  expect(uniqueKeys(names)).toEqual(keys)
})

test.each([
  ['bool', BOOL, 't', true],
  ['bool', BOOL, 'f', false],
  ['int4', INT4, '-5', -5],
  ['a safe int8', INT8, '9007199254740991', 9007199254740991],
  ['a larger int8', INT8, '9007199254740993', '9007199254740993'],
  ['float8', FLOAT8, '1.5e-07', 1.5e-7],
  ['a float8 that is no number', FLOAT8, 'NaN', 'NaN'],
  ['an infinite float8', FLOAT8, '-Infinity', '-Infinity'],
  ['numeric', NUMERIC, '1.10', '1.10'],
  ['jsonb', JSONB, '{"a": [1, null]}', { a: [1, null] }],
  ['text that looks like JSON', TEXT, '{"a": 1}', '{"a": 1}'],
  ['a timestamp', TIMESTAMPTZ, '2024-01-01 00:00:00.123456+00', '2024-01-01 00:00:00.123456+00'],
  ['an empty text', TEXT, '', ''],
  ['NULL of any type', INT4, null, null],
])('%s is written exactly', (_case, type, text, value) => {
  expect(written(type, text)).toEqual(value)
})

test('keys of any spelling keep their place', () => {
  const write = rowObjectWriter([field('__proto__', INT4), field('a"b', TEXT)])
  expect(write(['1', 'x'])).toBe('{"__proto__":1,"a\\"b":"x"}')
})

test('a row without columns is an empty object', () => {
  expect(rowObjectWriter([])([])).toBe('{}')
})
