import { expect, test } from 'vitest'
import { connectionTone, isProtectedRole } from './roles.rules.ts'

test.each([
  ['postgres', true],
  ['pg_monitor', true],
  ['basalt_admin', true],
  ['supabase_auth_admin', true],
  ['app', false],
  ['Postgres', false],
  ['anonymous', false],
])('%s is protected: %j', (name, expected) => {
  expect(isProtectedRole(name)).toBe(expected)
})

test.each([
  [75, 100, 'normal'],
  [76, 100, 'warning'],
  [90, 100, 'warning'],
  [91, 100, 'critical'],
  [0, 100, 'normal'],
])('%i of %i connections', (used, max, tone) => {
  expect(connectionTone(used, max)).toBe(tone)
})
