import { expect, test } from 'vitest'
import { migrationFileName, migrationFileText, migrationOfFile, timeOfVersion } from './migrations.rules.ts'

test.each([
  ['20260102030405', '2026-01-02T03:04:05.000Z'],
  ['20261302030405', undefined],
  ['20260230030405', undefined],
  ['0001', undefined],
  ['20260102030405_x', undefined],
])('the version %s has the time %s', (version, time) => {
  expect(timeOfVersion(version)).toBe(time)
})

test.each([
  ['20260102030405', 'add_orders', '20260102030405_add_orders.sql'],
  ['20260102030405', null, '20260102030405.sql'],
  ['1', 'a/b "c"', '1_a_b_c_.sql'],
])('version %s with the name %s is in the file %s', (version, name, file) => {
  expect(migrationFileName(version, name)).toBe(file)
})

test('every statement of a file ends, also after a comment', () => {
  expect(migrationFileText(['select 1', 'select 2 -- two;', 'select 3;\n'])).toBe(
    'select 1;\n\nselect 2 -- two;\n;\n\nselect 3;\n',
  )
})

test.each([
  ['20260102030405_add_orders.sql', { version: '20260102030405', name: 'add_orders' }],
  ['20260102030405_Add Orders-2.sql', { version: '20260102030405', name: 'add_orders_2' }],
  ['20261302030405_x.sql', undefined],
  ['schema.sql', undefined],
])('the file %s is the migration %j', (file, migration) => {
  expect(migrationOfFile(file)).toEqual(migration)
})
