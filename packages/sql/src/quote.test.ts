import { expect, test } from 'vitest'
import { Lexer } from './lexer.ts'
import { arrayLiteral, dollarQuoteFor, quoteIdentifier, quoteLiteral, quoteQualified } from './quote.ts'

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

test.each(['plain', 'with $function$ inside', 'begins $function', 'ends with $', '', "it's"])(
  'the body %j ends where its dollar quote ends',
  (body) => {
    const quote = dollarQuoteFor(body)
    const sql = `select ${quote}${body}${quote}, 1`
    const strings: string[] = []
    const lexer = new Lexer(sql)
    while (lexer.next()) if (lexer.kind === 'string') strings.push(sql.slice(lexer.start, lexer.end))
    expect(strings).toEqual([`${quote}${body}${quote}`])
  },
)

test.each([
  [[], '{}'],
  [['a', null, 'NULL', ''], '{"a",NULL,"NULL",""}'],
  [['a "quote", a {brace} and \\'], '{"a \\"quote\\", a {brace} and \\\\"}'],
])('the array %j is written %s', (values, literal) => {
  expect(arrayLiteral(values)).toBe(literal)
})
