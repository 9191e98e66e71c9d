import { expect, test } from 'vitest'
import { commandOf } from './statement-command.ts'

test.each([
  ['select 1', 'SELECT'],
  ['-- hello\n  Select 1', 'SELECT'],
  ['(select 1) union (select 2)', 'SELECT'],
  ['values (1), (2)', 'SELECT'],
  ['table t', 'SELECT'],
  ['with a as (select 1), b as (delete from t returning *) select * from a', 'SELECT'],
  ['with a as (select 1) insert into t select * from a returning *', 'INSERT'],
  ['with recursive a(n) as (values (1)) update t set n = 1', 'UPDATE'],
  ['explain analyze select 1', 'EXPLAIN'],
  ['fetch all from c', 'FETCH'],
  ['\\d', 'D'],
  ["'x'", ''],
  ['', ''],
])('%j is tagged %s', (sql, command) => {
  expect(commandOf(sql)).toBe(command)
})
