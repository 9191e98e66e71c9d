import { formatError } from '@basalt/sql/format-error.ts'
import { expect, test } from 'vitest'
import { failureParts } from './failure-parts.ts'

const failing = 'select nam from users'
const error = {
  severity: 'ERROR',
  sqlstate: '42703',
  message: 'column "nam" does not exist',
  position: 8,
  hint: 'Perhaps you meant $1.',
  detail: 'Two\nlines.',
  context: 'PL/pgSQL function f() line 1',
}
const sqlOf = (given: Partial<typeof error>) => ({
  message: error.message,
  sql: {
    sqlstate: error.sqlstate,
    formattedError: formatError({ ...error, ...given }, failing),
    detail: given.detail,
    hint: given.hint,
  },
})

test('detail and hint are removed from the excerpt, which keeps location and context', () => {
  expect(failureParts(sqlOf(error))).toEqual({
    title: 'ERROR:  42703: column "nam" does not exist',
    excerpt: 'LINE 1: select nam from users\n               ^\nCONTEXT:  PL/pgSQL function f() line 1',
    detail: 'Two\nlines.',
    hint: 'Perhaps you meant $1.',
    whole: formatError(error, failing),
  })
})

test('a one-line error has only a title', () => {
  const { position: _, ...unplaced } = error
  const formattedError = formatError(
    { ...unplaced, hint: undefined, detail: undefined, context: undefined },
    '',
  )
  expect(failureParts({ message: 'x', sql: { sqlstate: '42703', formattedError } })).toMatchObject({
    title: 'ERROR:  42703: column "nam" does not exist',
    excerpt: '',
  })
})

test('a failure outside PostgreSQL gets the generic title', () => {
  expect(failureParts({ message: 'Project is paused.' })).toMatchObject({
    title: 'Error running SQL query',
    detail: 'Project is paused.',
    whole: 'Project is paused.',
  })
})
