import { expect, test } from 'vitest'
import { draftOf, emptyForm, formOf, offeredRoles, withRole } from './policy-form.rules.ts'

const policy = {
  schema: 'public',
  table: 'notes',
  name: 'own',
  comment: null,
  command: 'ALL',
  is_permissive: true,
  roles: ['anon'],
  using: 'true',
  with_check: null,
} as const

test('a form without edits is the policy, and a copy has another name', () => {
  const draft = { ...policy, roles: [...policy.roles] }
  expect(draftOf(formOf(draft, false))).toEqual(draft)
  expect(draftOf(formOf(draft, true))).toEqual({ ...draft, name: 'own copy' })
})

test.each([
  ['SELECT', 'a', null],
  ['INSERT', null, 'b'],
  ['UPDATE', 'a', 'b'],
  ['DELETE', 'a', null],
  ['ALL', 'a', 'b'],
] as const)('a policy for %s has the expressions that apply to it', (command, using, with_check) => {
  expect(draftOf({ ...emptyForm('public'), command, using: 'a', with_check: 'b' })).toMatchObject({
    using,
    with_check,
  })
})

test.each<[roles: string[], role: string, isOn: boolean, expected: string[]]>([
  [['anon'], 'authenticated', true, ['anon', 'authenticated']],
  [['anon'], 'public', true, ['public']],
  [['public'], 'anon', true, ['anon']],
  [['anon', 'authenticated'], 'anon', false, ['authenticated']],
  [['anon'], 'anon', true, ['anon']],
])('%j with %s set to %j', (roles, role, isOn, expected) => {
  expect(withRole(roles, role, isOn)).toEqual(expected)
})

test('chosen roles are among those that are offered', () => {
  expect(offeredRoles(['writer', 'anon'])).toEqual(['public', 'anon', 'authenticated', 'writer'])
})
