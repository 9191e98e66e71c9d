import { splitStatements } from '@basalt/sql/split-statements.ts'
import { expect, test } from 'vitest'
import { DASHBOARD_MARK } from '../../../platform/project-databases/sql/dashboard-mark.ts'
import { planStatement } from './planned-statement.ts'

const plan = (text: string) => planStatement({ text, start: 0, end: text.length })

test.each(['select 1', 'insert into t values (1)', 'create table t ()', "create extension x from 'old'"])(
  '%j is sent unchanged, with the mark of the dashboard behind it',
  (text) => {
    expect(plan(text)).toMatchObject({ sql: text + DASHBOARD_MARK, replacedCommand: undefined })
  },
)

test.each(["select 'open", 'select 1 /* open', 'select $$open'])(
  'to %j, which is not closed, nothing is added that PostgreSQL would repeat',
  (text) => {
    expect(splitStatements(text).map(planStatement)).toMatchObject([{ sql: text }])
  },
)

test('a superuser command is replaced by a call of its guarded function, and keeps its command tag', () => {
  expect(plan('create extension if not exists citext')).toMatchObject({
    sql: expect.stringMatching(/^select basalt\.create_extension\(/),
    replacedCommand: 'CREATE EXTENSION',
    isRowless: true,
  })
})

test('statements that return rows are recognized', () => {
  expect(plan('select 1').isRowless).toBe(false)
  expect(plan('delete from t returning *').isRowless).toBe(false)
  expect(plan('delete from t').isRowless).toBe(true)
})
