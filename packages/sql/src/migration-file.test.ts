import { expect, test } from 'vitest'
import { asMigration, migrationFile, migrationName } from './migration-file.ts'

test.each([
  ['create table if not exists public.articles (id int)', 'create_table_articles_id'],
  ['-- words\n/* more */ ALTER TABLE a ADD b int', 'alter_table_a_add'],
  ['select 1', 'select_1'],
  ['', 'migration'],
  ['-- only words', 'migration'],
])('the migration %s is named %s', (sql, name) => {
  expect(migrationName(sql)).toBe(name)
})

test('a migration starts with its name and terminates its last statement', () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  expect(asMigration('select 1;\n', at)).toBe('-- 20260102030405_select_1.sql\nselect 1;\n')
  expect(asMigration('select 1 -- one', at)).toBe('-- 20260102030405_select_1.sql\nselect 1 -- one\n;\n')
})

test('a file is named after its time and first words', () => {
  expect(migrationFile('drop table a', new Date('2026-01-02T03:04:05Z'))).toBe(
    '20260102030405_drop_table_a.sql',
  )
})
