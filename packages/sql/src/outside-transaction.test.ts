import { expect, test } from 'vitest'
import { outsideTransaction } from './outside-transaction.ts'

test.each([
  ['create index concurrently i on t (a)', 'CREATE INDEX CONCURRENTLY'],
  ['-- fast\nCREATE UNIQUE  INDEX\nCONCURRENTLY i on t (a)', 'CREATE INDEX CONCURRENTLY'],
  ['drop index concurrently if exists i', 'DROP INDEX CONCURRENTLY'],
  ['reindex index concurrently i', 'REINDEX CONCURRENTLY'],
  ['reindex (verbose) schema public', 'REINDEX of a whole schema'],
  ['vacuum (analyze) t', 'VACUUM'],
  ['alter table t detach partition p concurrently', 'DETACH PARTITION CONCURRENTLY'],
  ['create database d', 'A statement on a whole database'],
  ['create index i on t (a)', undefined],
  ["select 'vacuum'", undefined],
  ['create table vacuum_log ()', undefined],
])('%j in a transaction is refused as %s', (statement, command) => {
  expect(outsideTransaction(statement)).toBe(command)
})
