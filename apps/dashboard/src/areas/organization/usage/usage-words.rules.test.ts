import { expect, test } from 'vitest'
import { quotaWords, shareWords, usageWords } from './usage-words.rules.ts'

test.each([
  [undefined, 'No limit'],
  [0, '0 %'],
  [0.2, 'Under 1 %'],
  [99.9, '99 %'],
  [100, '100 %'],
  [140.5, '140 %'],
])('a share of %s reads %s', (percent, words) => {
  expect(shareWords(percent)).toBe(words)
})

test('amounts have the unit of their metric', () => {
  expect(usageWords('EGRESS', 1.5 * 1024 ** 3)).toBe('1.5 GB')
  expect(usageWords('REQUESTS', 1_500_000)).toBe('1,500,000')
  expect(quotaWords('EGRESS', null)).toBe('Unlimited')
})
