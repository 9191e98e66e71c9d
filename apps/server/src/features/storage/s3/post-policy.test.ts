import { expect, test } from 'vitest'
import { checkPolicy } from './post-policy.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const LATER = '2026-03-01T13:00:00.000Z'
const policy = (conditions: unknown, expiration: unknown = LATER) =>
  Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64')
const reasonOf = (base64: string, fields: Record<string, string>) => {
  try {
    return checkPolicy(base64, fields, NOW)
  } catch (error) {
    return (error as { options: { details: { reason: string } } }).options.details.reason
  }
}
const ANY = { min: 0, max: Number.POSITIVE_INFINITY }

test.each<[unknown, Record<string, string>, unknown]>([
  [[{ bucket: 'b' }, { key: 'k' }], { bucket: 'b', key: 'k' }, ANY],
  [[{ bucket: 'b' }, { Key: 'k' }], { bucket: 'b', key: 'k' }, ANY],
  [[{ bucket: 'b' }, ['starts-with', '$key', 'up/']], { bucket: 'b', key: 'up/x' }, ANY],
  [[{ bucket: 'b' }, ['content-length-range', 1, '10']], { bucket: 'b' }, { min: 1, max: 10 }],
  [[{ bucket: 'b' }], { bucket: 'b', 'x-ignore-me': '1', policy: 'p', 'x-amz-signature': 's' }, ANY],
  [[{ bucket: 'b' }, ['starts-with', '$key', 'up/']], { bucket: 'b', key: 'x' }, 'AccessDenied'],
  [[{ bucket: 'other' }], { bucket: 'b' }, 'AccessDenied'],
  [[{ bucket: 'b' }], { bucket: 'b', key: 'nobody signed this' }, 'AccessDenied'],
  [[], { bucket: 'b' }, 'AccessDenied'],
  ['nothing', { bucket: 'b' }, 'InvalidPolicyDocument'],
  [[['matches', '$key', 'x']], { bucket: 'b' }, 'InvalidPolicyDocument'],
])('checks the conditions %j on the fields %j: %j', (conditions, fields, expected) => {
  expect(reasonOf(policy(conditions), fields)).toEqual(expected)
})

test.each([
  [policy([], '2026-03-01T12:00:00.000Z'), 'AccessDenied'],
  [policy([], 'never'), 'InvalidPolicyDocument'],
  ['not JSON', 'InvalidPolicyDocument'],
])('the policy %s is refused as %s', (base64, expected) => {
  expect(reasonOf(base64, {})).toBe(expected)
})
