import { expect, test } from 'vitest'
import { driftSql, driftTitle } from './drift-text.rules.ts'

const statement = { sql: 'create table a ()', is_destructive: false }

test.each([
  [0, [], 'The schema is empty, as a new project’s'],
  [1, [], 'The schema is what 1 migration made'],
  [1200, [], 'The schema is what 1,200 migrations made'],
  [0, [statement], 'No migration made this schema'],
  [2, [statement], 'The schema holds changes that none of 2 migrations made'],
])('%i migrations and %j', (migrations, statements, title) => {
  expect(driftTitle({ migrations, statements })).toBe(title)
})

test('a script ends each statement once', () => {
  expect(driftSql({ statements: [statement, { sql: 'drop table b; ', is_destructive: true }] })).toBe(
    'create table a ();\n\ndrop table b;',
  )
})
