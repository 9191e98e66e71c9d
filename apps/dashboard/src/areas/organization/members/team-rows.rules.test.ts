import { expect, test } from 'vitest'
import { aMember, anInvitation } from './members.fixture.ts'
import { rolesOfInvitation, rolesOfMember, teamRows } from './team-rows.rules.ts'

const onShop = { ref: 'shop', name: 'Shop', role_id: 'developer' } as const

test.each([
  [aMember(), 'Owner'],
  [aMember({ role_id: null, projects: [onShop] }), 'Developer on Shop'],
  [
    aMember({ role_id: null, projects: [onShop, { ref: 'blog', name: 'Blog', role_id: 'read_only' }] }),
    'Developer on Shop, Read-only on Blog',
  ],
  [aMember({ role_id: null }), 'No projects'],
])('the roles of a member are described', (member, words) => {
  expect(rolesOfMember(member)).toBe(words)
})

test.each([
  [null, 'Developer'],
  [['a'], 'Developer on 1 project'],
  [['a', 'b'], 'Developer on 2 projects'],
])('an invitation to %j is for %s', (role_scoped_projects, words) => {
  expect(rolesOfInvitation(anInvitation({ role_scoped_projects }))).toBe(words)
})

test.each([
  ['', ['ada@example.com', 'bob@example.com', 'carl@example.com']],
  [' BOB ', ['bob@example.com']],
  ['robert', ['bob@example.com']],
  ['developer', ['carl@example.com']],
  ['zzz', []],
])('searching for %j finds %j', (search, emails) => {
  const members = [
    aMember(),
    aMember({ email: 'bob@example.com', display_name: 'Robert', role_id: 'administrator' }),
  ]
  expect(teamRows(members, [anInvitation()], search).map(({ email }) => email)).toEqual(emails)
})
