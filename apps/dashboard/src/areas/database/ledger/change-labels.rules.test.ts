import { expect, test } from 'vitest'
import { changeTitle, durationText, reasonAgainstMigration, shortTitle } from './change-labels.rules.ts'

test('a title is one line', () => {
  expect(changeTitle({ sql: 'create table a (\n  id int\n);' })).toBe('create table a ( id int );')
  expect(changeTitle({ sql: 'x'.repeat(1000) })).toHaveLength(200)
})

test('within a sentence, a title is short and without the semicolon', () => {
  expect(shortTitle({ sql: 'drop table a;' })).toBe('drop table a')
  expect(shortTitle({ sql: `drop table ${'x'.repeat(100)}` })).toBe(`drop table ${'x'.repeat(49)}…`)
})

test.each([
  [null, undefined],
  [0.4, '0 ms'],
  [999, '999 ms'],
])('%s ms are shown as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})

test.each([
  [{ outcome: 'done', missing: null }, undefined],
  [{ outcome: 'failed', missing: null }, 'This change failed, so nothing was changed.'],
  [
    { outcome: 'done', missing: 'secrets' },
    'Secrets were removed from this SQL. Write the migration by hand.',
  ],
] as const)('%j can be migrated unless %s', (change, reason) => {
  expect(reasonAgainstMigration(change)).toBe(reason)
})
