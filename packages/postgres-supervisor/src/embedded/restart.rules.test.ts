import { expect, test } from 'vitest'
import { decideRestart, hasRoomToStart, isServing, ROOM_TO_START_BYTES } from './restart.rules.ts'
import { DEFAULT_TIMINGS } from './timings.rules.ts'

const seconds = (...at: number[]) => at.map((second) => second * 1000)

test.each([
  ['the first crash is followed by a quick restart', seconds(10), { restartAfterMs: 200 }],
  ['the second one by a later restart', seconds(10, 11), { restartAfterMs: 400 }],
  ['the fifth one by a much later one', seconds(1, 2, 3, 4, 5), { restartAfterMs: 3_200 }],
  ['a sixth within a minute by none', seconds(1, 2, 3, 4, 5, 6), { giveUp: true }],
  ['old crashes do not count', seconds(1, 2, 3, 4, 5, 600), { restartAfterMs: 200 }],
])('%s', (_claim, crashes, decision) => {
  expect(decideRestart(crashes, DEFAULT_TIMINGS, { isDiskFull: false })).toEqual(decision)
})

test('after a full disk, restarts are retried until there is space', () => {
  const crashes = seconds(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  expect(decideRestart(crashes, DEFAULT_TIMINGS, { isDiskFull: true })).toEqual({
    restartAfterMs: DEFAULT_TIMINGS.longestRestartMs,
  })
})

test('the delay has an upper limit', () => {
  const patient = { ...DEFAULT_TIMINGS, crashLimit: 50 }
  const crashes = Array.from({ length: 40 }, (_, index) => index)
  expect(decideRestart(crashes, patient, { isDiskFull: false })).toEqual({
    restartAfterMs: patient.longestRestartMs,
  })
})

test.each([
  ['a full disk has none', 0, false],
  ['one with less than two files of the log has none', ROOM_TO_START_BYTES - 1, false],
  ['one with two has', ROOM_TO_START_BYTES, true],
])('room for a server to start: %s', (_claim, freeBytes, hasRoom) => {
  expect(hasRoomToStart({ freeBytes, totalBytes: 10 * ROOM_TO_START_BYTES })).toBe(hasRoom)
})

test.each([
  ['a startup process that recovers', 'postgres: startup recovering 000000010000000000000003', true],
  ['one that waits for its primary', 'postgres: startup waiting for 000000010000000000000004', true],
  ['one that has said nothing yet', 'postgres: startup', true],
  ['a WAL writer', 'postgres: walwriter', true],
  ['one in a named cluster', 'postgres: my cluster: walwriter', true],
  ['a checkpointer', 'postgres: checkpointer', false],
  ['the process that writes the log of messages', 'postgres: logger', false],
  ['a session of someone whose name begins alike', 'postgres: startups postgres [local] idle', false],
  ['the main process', '/opt/bin/postgres -D /data/startup --config-file=/data/postgresql.conf', false],
])('a server that recovers or accepts writes has %s', (_claim, title, serves) => {
  expect(isServing(title)).toBe(serves)
})
