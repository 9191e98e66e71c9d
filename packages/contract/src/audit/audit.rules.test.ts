import { expect, test } from 'vitest'
import { auditTitle, isAudited, isSecretName, outcomeOf } from './audit.rules.ts'

test.each([
  [200, 'succeeded'],
  [201, 'succeeded'],
  [302, 'succeeded'],
  [400, 'refused'],
  [429, 'refused'],
  [499, 'refused'],
  [500, 'failed'],
  [507, 'failed'],
])('the status %i is %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome)
})

test.each([
  [{ method: 'POST' }, true],
  [{ method: 'DELETE', audit: { title: 'Delete' } }, true],
  [{ method: 'GET' }, false],
  [{ method: 'GET', audit: { title: 'Read' } }, false],
  [{ method: 'GET', audit: { reveals: true } }, true],
  [{ method: 'PUT', audit: { repeats: true } }, false],
] as const)('%j is recorded: %s', (endpoint, expected) => {
  expect(isAudited(endpoint)).toBe(expected)
})

test('the title of a call is its audit title, or its summary up to the semicolon', () => {
  expect(auditTitle({ summary: 'Delete a project; for good' })).toBe('Delete a project')
  expect(auditTitle({ summary: 'Stop the database', audit: { title: 'Pause a project' } })).toBe(
    'Pause a project',
  )
})

test.each([
  ['token', true],
  ['new_password', true],
  ['jwtSecret', true],
  ['recovery_code', true],
  ['slug', false],
  ['id', false],
  ['name', false],
  ['code_style', false],
])('%s names a secret: %s', (name, expected) => {
  expect(isSecretName(name)).toBe(expected)
})
