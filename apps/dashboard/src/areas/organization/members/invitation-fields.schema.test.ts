import { expect, test } from 'vitest'
import { addressesIn, emptyInvitation, InvitationFields, invitationBody } from './invitation-fields.schema.ts'

test.each([
  ['a@x.de', ['a@x.de']],
  [' a@x.de, b@x.de;c@x.de\nd@x.de  ', ['a@x.de', 'b@x.de', 'c@x.de', 'd@x.de']],
  [' ,\n', []],
])('%j contains the addresses %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})

test.each([
  [{ emails: ' ' }, 'emails', 'Enter an email address'],
  [{ emails: 'a@x.de bob' }, 'emails', 'bob is not an email address such as name@example.com'],
  [
    { emails: Array.from({ length: 51 }, (_, index) => `a${index}@x.de`).join(' ') },
    'emails',
    'Invite at most 50 people at once',
  ],
  [{ emails: 'a@x.de', scope: 'projects' }, 'projects', 'Choose at least one project'],
  [
    { emails: 'a@x.de', role_id: 'owner', scope: 'projects', projects: [{ ref: 'r', name: 'Shop' }] },
    'role_id',
    'An owner owns the whole organization',
  ],
])('%.60j is reported beside its field', (fields, path, message) => {
  const { error } = InvitationFields.safeParse({ ...emptyInvitation, ...fields })
  expect(error?.issues).toMatchObject([{ path: [path], message }])
})

test('projects are sent only for a limited scope', () => {
  const fields = { ...emptyInvitation, emails: 'a@x.de', projects: [{ ref: 'r', name: 'Shop' }] }
  expect(invitationBody(fields)).toEqual({ emails: ['a@x.de'], role_id: 'developer' })
  expect(invitationBody({ ...fields, scope: 'projects' })).toEqual({
    emails: ['a@x.de'],
    role_id: 'developer',
    role_scoped_projects: ['r'],
  })
})
