import { expect, test } from 'vitest'
import { decideRestart } from './restart.rules.ts'
import { DEFAULT_TIMINGS } from './timings.rules.ts'

const seconds = (...at: number[]) => at.map((second) => second * 1000)

test.each([
  ['the first crash is mended at once', seconds(10), { restartAfterMs: 200 }],
  ['the second one later', seconds(10, 11), { restartAfterMs: 400 }],
  ['the fifth one much later', seconds(1, 2, 3, 4, 5), { restartAfterMs: 3_200 }],
  ['a sixth within a minute is one too many', seconds(1, 2, 3, 4, 5, 6), { giveUp: true }],
  ['crashes of long ago are forgiven', seconds(1, 2, 3, 4, 5, 600), { restartAfterMs: 200 }],
])('%s', (_claim, crashes, decision) => {
  expect(decideRestart(crashes, DEFAULT_TIMINGS, { isDiskFull: false })).toEqual(decision)
})

test('an instance that a full disk stopped is retried until there is room', () => {
  const crashes = seconds(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  expect(decideRestart(crashes, DEFAULT_TIMINGS, { isDiskFull: true })).toEqual({
    restartAfterMs: DEFAULT_TIMINGS.longestRestartMs,
  })
})

test('the wait has a ceiling', () => {
  const patient = { ...DEFAULT_TIMINGS, crashLimit: 50 }
  const crashes = Array.from({ length: 40 }, (_, index) => index)
  expect(decideRestart(crashes, patient, { isDiskFull: false })).toEqual({
    restartAfterMs: patient.longestRestartMs,
  })
})
