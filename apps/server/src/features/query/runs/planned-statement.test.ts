import { expect, test } from 'vitest'
import { planStatement } from './planned-statement.ts'

const plan = (text: string) => planStatement({ text, start: 0, end: text.length })

test.each(['select 1', 'insert into t values (1)', 'create table t ()', "create extension x from 'old'"])(
  '%j is sent as it is written',
  (text) => {
    expect(plan(text)).toMatchObject({ sql: text, standsFor: undefined })
  },
)

test('what only a superuser may do is sent as the call that does it, and keeps its own tag', () => {
  expect(plan('create extension if not exists citext')).toMatchObject({
    sql: expect.stringMatching(/^select basalt\.create_extension\(/),
    standsFor: 'CREATE EXTENSION',
    isRowless: true,
  })
})

test('what brings rows is known, so that nothing is sent behind it', () => {
  expect(plan('select 1').isRowless).toBe(false)
  expect(plan('delete from t returning *').isRowless).toBe(false)
  expect(plan('delete from t').isRowless).toBe(true)
})
