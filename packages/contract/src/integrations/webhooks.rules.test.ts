import { expect, test } from 'vitest'
import { isWebhookUrl, nextAttempt } from './webhooks.rules.ts'

const now = new Date('2026-03-01T12:00:00Z')
test.each([
  [1, '2026-03-01T12:00:10.000Z'],
  [2, '2026-03-01T12:01:00.000Z'],
  [3, '2026-03-01T12:05:00.000Z'],
  [4, '2026-03-01T12:30:00.000Z'],
  [5, '2026-03-01T14:00:00.000Z'],
  [6, undefined],
  [60, undefined],
])('after %i failed attempts the next is at %s', (attempts, at) => {
  expect(nextAttempt(attempts, now)?.toISOString()).toBe(at)
})

test.each([
  ['https://chat.example.com/hooks/abc?x=1', true],
  ['http://10.0.0.3:8065/hooks/abc', true],
  ['https://user:secret@example.com/', false],
  ['ftp://example.com/', false],
  ['javascript:alert(1)', false],
  ['//example.com', false],
  ['example.com', false],
  ['', false],
])('%j is accepted as a webhook URL: %s', (url, isAccepted) => {
  expect(isWebhookUrl(url)).toBe(isAccepted)
})
