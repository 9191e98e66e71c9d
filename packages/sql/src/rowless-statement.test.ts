import { expect, test } from 'vitest'
import { isRowless } from './rowless-statement.ts'

test.each([
  ['insert into t values (1)', true],
  ['with a as (select 1) insert into t select * from a', true],
  ['-- new\ncreate table t as select 1', true],
  ['begin', true],
  ['insert into t values (1) returning id', false],
  ["insert into t values ('returning')", false],
  ['select 1', false],
  ['with a as (delete from t) select 1', false],
  ['explain insert into t values (1)', false],
  ['copy t from stdin', false],
  ['call p()', false],
  ['execute p', false],
  ['\\d', false],
])('%j never returns rows: %s', (sql, rowless) => {
  expect(isRowless(sql)).toBe(rowless)
})
