import { expect, test } from 'vitest'
import { rowObjectWriter } from './row-objects.ts'

const field = (name: string, type: string) => ({ name, type, type_id: 0, table_id: 0, column_id: 0 })

test('values keep their JSON type, and a repeated column gets a unique key', () => {
  const fields = [field('n', 'int4'), field('n', 'int8'), field('at', 'timestamptz'), field('doc', 'jsonb')]
  expect(rowObjectWriter(fields)(['1', '9007199254740993', null, '{"a": 1}'])).toBe(
    '{"n":1,"n_1":"9007199254740993","at":null,"doc":{"a": 1}}',
  )
})

test('unusual keys are kept in order', () => {
  const write = rowObjectWriter([field('__proto__', 'int4'), field('a"b', 'text')])
  expect(write(['1', 'x'])).toBe('{"__proto__":1,"a\\"b":"x"}')
})

test('a row without columns is an empty object', () => {
  expect(rowObjectWriter([])([])).toBe('{}')
})
