import { expect, test } from 'vitest'
import { draftOf, emptyForm, formOf, limitOf, newSetting, plannedPassword } from './role-form.rules.ts'

const role = {
  name: 'app',
  comment: null,
  can_login: true,
  inherits: false,
  creates_roles: false,
  creates_databases: false,
  bypasses_rls: false,
  replicates: false,
  connection_limit: 5,
  valid_until: null,
  password: null,
  memberships: [{ role: 'anon', admin: false, inherit: true, set: true }],
  settings: [{ name: 'work_mem', value: '1MB' }],
}

test('a form without edits is the role, and a copy has another name', () => {
  expect(draftOf(formOf(role, false))).toEqual(role)
  expect(draftOf(formOf(role, true))).toEqual({ ...role, name: 'app_copy' })
})

test('a form never has the password, which is planned without being sent', () => {
  expect(Object.keys(formOf({ ...role, password: null }, false))).not.toContain('password')
  expect(draftOf(emptyForm()).password).toBeNull()
  expect(JSON.stringify(plannedPassword({ new: 'a secret' }))).not.toContain('a secret')
  expect(plannedPassword('remove')).toBe('remove')
})

test.each([
  ['', -1],
  [' 7 ', 7],
  ['0', 0],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['-1', undefined],
  ['many', undefined],
])('a limit of %j', (text, expected) => {
  expect(limitOf(text)).toBe(expected)
})

test('lines of a form have keys of their own', () => {
  expect(newSetting().key).not.toBe(newSetting().key)
})
