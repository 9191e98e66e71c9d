import { expect, test } from 'vitest'
import { BUSY_BYTES, BUSY_MESSAGES, BUSY_PAUSE_MS, StreamTraffic } from './stream-traffic.rules.ts'

/** A commit of a small row. */
const COMMIT_BYTES = 200

test.each([
  ['a few commits are not', BUSY_MESSAGES - 1, 1, false],
  ['commits that follow each other are', BUSY_MESSAGES, 1, true],
  ['commits with pauses are not', BUSY_MESSAGES * 4, BUSY_PAUSE_MS + 1, false],
])('a stream is busy or not: %s', (_claim, commits, everyMs, isBusy) => {
  const traffic = new StreamTraffic()
  traffic.begins({ afterRest: false })
  for (let count = 0; count < commits; count++) traffic.arrived(COMMIT_BYTES, count * everyMs)
  expect(traffic.isBusy).toBe(isBusy)
})

test('much that arrives at once after a rest is busy, and the same in a stream that goes on is not', () => {
  const traffic = new StreamTraffic()
  traffic.begins({ afterRest: false })
  traffic.arrived(BUSY_BYTES, 0)
  expect(traffic.isBusy).toBe(false)
  traffic.begins({ afterRest: true })
  traffic.arrived(BUSY_BYTES, 1000)
  expect(traffic.isBusy).toBe(true)
  traffic.begins({ afterRest: true })
  traffic.arrived(COMMIT_BYTES, 2000)
  traffic.arrived(BUSY_BYTES, 2000 + BUSY_PAUSE_MS + 1)
  expect(traffic.isBusy).toBe(false)
})
