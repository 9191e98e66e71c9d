import { expect, test } from 'vitest'
import { countText } from './count-text.rules.ts'

test.each([
  [0, '0 tables'],
  [1, '1 table'],
  [999, '999 tables'],
  [1000, '1,000+ tables'],
])('%i is told as %s', (count, text) => {
  expect(countText(count, 'table', 'tables')).toBe(text)
})
