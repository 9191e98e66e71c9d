import type { LogDrain } from '@basalt/contract/log-drains/log-drains.schema.ts'
import { expect, test } from 'vitest'
import { drainState, missingEvents } from './drain-state.rules.ts'

const failure = { message: 'Answered 500', since: '', attempts: 1, next_attempt_at: '' }
const drain = (over: Partial<LogDrain>) =>
  ({ is_paused: false, failure: null, waiting: 0, lost: 0, refused: 0, ...over }) as LogDrain

test.each<[Partial<LogDrain>, string]>([
  [{}, 'Up to date'],
  [{ waiting: 3 }, 'Sending'],
  [{ waiting: null }, 'Sending'],
  [{ waiting: 3, failure }, 'Failing'],
  [{ waiting: 3, failure, is_paused: true }, 'Paused'],
])('a drain with %j is %s', (over, label) => {
  expect(drainState(drain(over)).label).toBe(label)
})

test.each<[Partial<LogDrain>, string[]]>([
  [{}, []],
  [{ lost: 1 }, ['1 event was removed from the logs before it could be sent.']],
  [
    { lost: 1_200, refused: 2 },
    [
      '1,200 events were removed from the logs before they could be sent.',
      '2 events were refused by the receiver.',
    ],
  ],
])('of a drain with %j is missing: %j', (over, sentences) => {
  expect(missingEvents(drain(over))).toEqual(sentences)
})
