import { expect, test } from 'vitest'
import { mailFailures } from './mail-failures.rules.ts'

test('a reason is listed once, with all its addresses', () => {
  expect(
    mailFailures([
      { email: 'ann@example.com', mail_failure: 'The mail server does not answer' },
      { email: 'bob@example.com', mail_failure: null },
      { email: 'carl@example.com', mail_failure: 'The mail server does not answer' },
      { email: 'dora@example.com', mail_failure: 'No such user' },
    ]),
  ).toEqual([
    { reason: 'The mail server does not answer', emails: ['ann@example.com', 'carl@example.com'] },
    { reason: 'No such user', emails: ['dora@example.com'] },
  ])
})
