import { expect, test } from 'vitest'
import { anAuditEntry } from './audit.fixture.ts'
import { actorName, callerLabel, fieldName, fieldText, placeLabel } from './audit-labels.rules.ts'

const actor = { user_id: null, email: null, kind: 'session', token_name: null } as const

test.each([
  [actor, 'In a browser'],
  [{ ...actor, kind: 'token', token_name: 'CI' } as const, 'With the access token CI'],
  [{ ...actor, kind: 'token' } as const, 'With an access token'],
  [{ ...actor, kind: 'local' } as const, 'On this machine'],
  [{ ...actor, kind: 'nobody' } as const, 'Not signed in'],
])('%j is described as %s', (caller, words) => {
  expect(callerLabel(caller)).toBe(words)
})

test('an unknown actor is named so', () => {
  expect(actorName(actor)).toBe('Unknown person')
  expect(actorName({ ...actor, email: 'ada@example.com' })).toBe('ada@example.com')
})

test.each([
  [{ project: { ref: 'abc', name: 'Shop' } }, 'Shop'],
  [{ project: { ref: 'abc', name: null } }, 'abc'],
  [{ project: null }, 'Acme'],
  [{ project: null, organization: null }, undefined],
])('%j happened in %s', (over, name) => {
  expect(placeLabel(anAuditEntry(over))).toBe(name)
})

test('details are formatted for reading', () => {
  expect(fieldName('role_scoped_projects')).toBe('role scoped projects')
  expect(fieldText('Shop')).toBe('Shop')
  expect(fieldText(['a', 'b'])).toBe('["a","b"]')
})
