import { expect, test } from 'vitest'
import { quoteIdentifier, quoteLiteral, quoteQualified } from './quote.ts'

test.each([
  ['users', '"users"'],
  ['Order Items', '"Order Items"'],
  ['a"b', '"a""b"'],
  ['select', '"select"'],
  ['', '""'],
])('the identifier %j is written %s', (name, sql) => {
  expect(quoteIdentifier(name)).toBe(sql)
})

test('schema and name are quoted separately', () => {
  expect(quoteQualified('my.schema', 'a"b')).toBe('"my.schema"."a""b"')
})

test.each([
  ['plain', "'plain'"],
  ["it's", "'it''s'"],
  ['', "''"],
  ['C:\\temp', "E'C:\\\\temp'"],
  ["\\'; drop table t; --", "E'\\\\''; drop table t; --'"],
])('the literal %j is written %s', (value, sql) => {
  expect(quoteLiteral(value)).toBe(sql)
})
