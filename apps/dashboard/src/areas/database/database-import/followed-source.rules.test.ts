import { expect, test } from 'vitest'
import { lagText, stateCounts } from './followed-source.rules.ts'

test.each([
  [{ lag_bytes: null, lag_seconds: null }, 'Unknown'],
  [{ lag_bytes: 0, lag_seconds: 0 }, 'Nothing'],
  [{ lag_bytes: 2048, lag_seconds: 0 }, '2 KB of WAL'],
  [{ lag_bytes: 2048, lag_seconds: 1.26 }, '2 KB of WAL, 1.3 s'],
])('a lag of %j reads %s', (lag, text) => {
  expect(lagText(lag)).toBe(text)
})

test('tables are counted by state', () => {
  expect(stateCounts(['Copying', 'Streaming', 'Copying'])).toBe('2 copying, 1 streaming')
  expect(stateCounts([])).toBe('None')
})
