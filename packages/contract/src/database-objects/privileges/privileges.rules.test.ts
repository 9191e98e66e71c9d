import { expect, test } from 'vitest'
import { idleChange, privilegeSource, privilegeWarnings } from './privileges.rules.ts'

const none = { is_direct: false, is_effective: false, through: [], covered: false }

test.each([
  [none, undefined],
  [{ ...none, is_direct: true, is_effective: true }, 'granted'],
  [{ ...none, is_effective: true, through: ['PUBLIC'] }, 'through PUBLIC'],
  [{ ...none, is_effective: true, covered: true, through: ['a'] }, 'through the whole table and a'],
  [
    { ...none, is_direct: true, is_effective: true, through: ['a', 'b'] },
    'granted, and also through a and b',
  ],
  [{ ...none, is_effective: true }, 'through an attribute or a predefined role'],
])('%j comes from %j', (state, source) => {
  expect(privilegeSource(state)).toBe(source)
})

test.each([
  [none, true, undefined],
  [{ ...none, is_direct: true, is_effective: true }, false, undefined],
  [{ ...none, is_effective: true, through: ['PUBLIC'] }, true, 'The role has it through PUBLIC already.'],
  [{ ...none, is_direct: true, is_effective: true, through: ['a'] }, false, 'The role keeps it through a.'],
  [
    { ...none, is_effective: true },
    true,
    'The role has it through an attribute or a predefined role already.',
  ],
])('%j, set to %j, is idle: %j', (state, isGranted, expected) => {
  expect(idleChange(state, isGranted)).toBe(expected)
})

const grant = { privilege: 'SELECT', is_granted: true } as const
const revoke = { privilege: 'SELECT', is_granted: false } as const

test.each([
  ['app', [grant, revoke], 0],
  ['postgres', [revoke], 1],
  ['postgres', [grant], 0],
  ['anon', [revoke], 1],
  ['PUBLIC', [grant], 1],
  ['PUBLIC', [revoke], 1],
  ['anon', [{ privilege: 'TRUNCATE', is_granted: true }], 1],
] as const)('%s, %j: %i warnings', (role, changes, count) => {
  expect(privilegeWarnings(role, changes, 'postgres')).toHaveLength(count)
})
