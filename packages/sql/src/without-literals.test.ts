import { expect, test } from 'vitest'
import { withoutLiterals } from './without-literals.ts'

test.each([
  ['', ''],
  ['select 1', 'select 1'],
  ['  select\n\t1 ;  ', 'select 1 ;'],
  ["alter role bob password 's3cret'", "alter role bob password '…'"],
  ["select E'it\\'s s3cret', U&'s3cret', $$s3cret$$, $a$s3cret$a$", "select '…', '…', '…', '…'"],
  ['-- s3cret\nselect /* s3cret /* s3cret */ */ 1', 'select 1'],
  ["select 's3cret that never ends", "select '…'"],
  ['select "s3cret that never ends', "select '…'"],
  ['select "a column", a.b from t where id = 7', 'select "a column", a.b from t where id = 7'],
  ["select 'a''s3cret'", "select '…''…'"],
])('%j is logged as %j', (script, logged) => {
  expect(withoutLiterals(script, 200)).toBe(logged)
})

test('a long script is truncated, never inside a character', () => {
  expect(withoutLiterals('select 12345', 10)).toBe('select 12…')
  const cut = withoutLiterals(`select "${'😀'.repeat(1000)}"`, 10)
  expect(cut).toHaveLength(10)
  expect(cut.isWellFormed()).toBe(true)
})

test('a script of many megabytes is read no further than needed', () => {
  const script = `select 1;${' insert into t values (1);'.repeat(400_000)}`
  expect(withoutLiterals(script, 20)).toBe('select 1; insert in…')
})
