import { expect, test } from 'vitest'
import { CATALOG_QUERY_IN_LOGS } from './catalog-queries.rules.ts'

test.each([
  ['select oid from pg_catalog.pg_class', true],
  ['SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace', true],
  ['select 1 from orders join\n  "pg_type" t on true', true],
  ['select * from information_schema.tables', true],
  ['select count(*) from only pg_depend', true],
  ['select pg_sleep(1)', false],
  ['select pg_advisory_lock(1) from orders', false],
  ["select * from orders where note = 'pg_class'", false],
  ['select * from mypg_class', false],
])('%s reads the catalogs: %s', (query, expected) => {
  expect(new RegExp(CATALOG_QUERY_IN_LOGS, 'i').test(query)).toBe(expected)
})
