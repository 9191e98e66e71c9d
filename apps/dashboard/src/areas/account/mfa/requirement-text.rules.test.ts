import { expect, test } from 'vitest'
import { enrolledText, lockoutText } from './requirement-text.rules.ts'

test.each([
  [1, 1, 'The only member has set it up.', 'Everyone here'],
  [1, 0, 'Nobody has set it up yet.', '1 member has not'],
  [5, 1, '1 of 5 members has set it up.', '4 members have not'],
  [5, 4, '4 of 5 members have set it up.', '1 member has not'],
  [5, 5, 'All 5 members have set it up.', 'Everyone here'],
])('of %d members with %d enrolled', (members, members_enrolled, now, then) => {
  const requirement = { required: false, members, members_enrolled }
  expect(enrolledText(requirement)).toBe(now)
  expect(lockoutText(requirement)).toContain(then)
})
