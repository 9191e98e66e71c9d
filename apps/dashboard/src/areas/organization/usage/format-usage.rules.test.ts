import { expect, test } from 'vitest'
import { formatQuota, formatShare, formatUsage } from './format-usage.rules.ts'

test.each([
  [undefined, 'No limit'],
  [0, '0 %'],
  [0.2, 'Under 1 %'],
  [99.9, '99 %'],
  [100, '100 %'],
  [140.5, '140 %'],
])('a share of %s is formatted as %s', (percent, words) => {
  expect(formatShare(percent)).toBe(words)
})

test('amounts have the unit of their metric', () => {
  expect(formatUsage('EGRESS', 1.5 * 1024 ** 3)).toBe('1.5 GB')
  expect(formatUsage('REQUESTS', 1_500_000)).toBe('1,500,000')
  expect(formatQuota('EGRESS', null)).toBe('Unlimited')
})
