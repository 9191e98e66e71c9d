import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { FALSE_POSITIVE_RATE, filterSize, positionsOf } from './leaked-list.rules.ts'

test.each([
  [0, { bits: 15, perHash: 10 }],
  [1_000, { bits: 14_378, perHash: 10 }],
  [1_000_000_000, { bits: 14_377_587_567, perHash: 10 }],
])('%d hashes need %j', (hashes, size) => {
  expect(filterSize(hashes)).toEqual(size)
})

test('a list that cannot be numbered is refused', () => {
  expect(() => filterSize(1e12)).toThrow(RangeError)
})

const hashOf = (text: string) => createHash('sha1').update(text).digest()

test('positions are whole, within the filter and the same each time', () => {
  const size = filterSize(1_000_000_000)
  for (const text of ['', 'password', 'x'.repeat(100)]) {
    const positions = positionsOf(hashOf(text), size)
    expect(positions).toHaveLength(size.perHash)
    expect(new Set(positions).size).toBe(size.perHash)
    for (const position of positions) {
      expect(Number.isSafeInteger(position)).toBe(true)
      expect(position).toBeGreaterThanOrEqual(0)
      expect(position).toBeLessThan(size.bits)
    }
    expect(positionsOf(hashOf(text), size)).toEqual(positions)
  }
})

test('a full filter keeps to the rate', () => {
  const hashes = 5_000
  const size = filterSize(hashes)
  const bits = new Set<number>()
  for (let n = 0; n < hashes; n += 1) for (const at of positionsOf(hashOf(`in ${n}`), size)) bits.add(at)
  const tries = 20_000
  let wrong = 0
  for (let n = 0; n < tries; n += 1)
    if (positionsOf(hashOf(`out ${n}`), size).every((at) => bits.has(at))) wrong += 1
  expect(wrong / tries).toBeLessThan(FALSE_POSITIVE_RATE * 2)
})
