import { expect, test } from 'vitest'
import { anAuthUser } from './auth-users.fixture.ts'
import { type BulkAction, type BulkOutcome, bulkRefusal, forEachUser } from './bulk-users.rules.ts'

test.each<[BulkAction, object, string | undefined]>([
  ['link', { email: null }, 'Has no email address'],
  ['recovery', { email: null }, 'Has no email address'],
  ['link', {}, undefined],
  ['ban', { email: null }, undefined],
  ['unban', {}, 'Is not banned'],
  ['unban', { banned_until: '2027-01-01T00:00:00.000Z' }, undefined],
  ['delete', { email: null }, undefined],
])('%s of a user with %j is refused with %j', (action, differences, expected) => {
  expect(bulkRefusal(action, anAuthUser(differences))).toBe(expected)
})

test('users are handled one after the other, and a stop leaves the others alone', async () => {
  const users = [anAuthUser(), anAuthUser(), anAuthUser()]
  const stopper = new AbortController()
  const outcomes: BulkOutcome[] = []
  const begun: string[] = []
  await forEachUser(users, {
    action: 'delete',
    work: async ({ id }) => {
      begun.push(id)
      if (begun.length === 1) throw new Error('Not this one')
      stopper.abort()
    },
    stopped: stopper.signal,
    onOutcome: (outcome) => outcomes.push(outcome),
  })
  expect(begun).toEqual(users.slice(0, 2).map(({ id }) => id))
  expect(outcomes).toEqual([
    { user: users[0], failure: 'Not this one' },
    { user: users[1], failure: undefined },
  ])
})
