import { expect, test } from 'vitest'
import { CoveredTime } from './covered-time.ts'

type Message = ['data' | 'answer' | 'question' | 'stream', time: bigint]

test.each<[string, Message[], bigint | undefined]>([
  ['nothing was sent', [], undefined],
  ['one message came, whose time is later than its end', [['data', 10n]], undefined],
  ['one answer came', [['answer', 10n]], undefined],
  [
    'data came after an answer',
    [
      ['answer', 10n],
      ['data', 20n],
    ],
    10n,
  ],
  [
    'data came after data',
    [
      ['data', 10n],
      ['data', 20n],
      ['data', 30n],
    ],
    20n,
  ],
  // The end in the answer may be that of the data before, which was read before the time of that data.
  [
    'an answer came after data',
    [
      ['answer', 10n],
      ['data', 20n],
      ['answer', 30n],
    ],
    10n,
  ],
  [
    'a second answer came after data',
    [
      ['answer', 10n],
      ['data', 20n],
      ['answer', 30n],
      ['answer', 40n],
    ],
    30n,
  ],
  [
    'a server asked',
    [
      ['answer', 10n],
      ['question', 20n],
      ['question', 30n],
    ],
    undefined,
  ],
  [
    'data came after a question',
    [
      ['question', 10n],
      ['data', 20n],
    ],
    10n,
  ],
  [
    'a later answer covers less than data did',
    [
      ['answer', 10n],
      ['data', 20n],
      ['data', 30n],
      ['answer', 40n],
    ],
    20n,
  ],
  // What was written between the end of the data and the first answer has not been sent when the stream is left.
  [
    'an answer came in another stream',
    [
      ['data', 10n],
      ['answer', 20n],
      ['stream', 25n],
      ['answer', 30n],
    ],
    undefined,
  ],
  [
    'data came in another stream',
    [
      ['data', 10n],
      ['answer', 20n],
      ['stream', 25n],
      ['data', 30n],
    ],
    20n,
  ],
  [
    'two answers came in another stream',
    [
      ['answer', 20n],
      ['stream', 25n],
      ['answer', 30n],
      ['answer', 40n],
    ],
    30n,
  ],
  [
    'the clock was set back',
    [
      ['answer', 100n],
      ['answer', 110n],
      ['answer', 20n],
      ['answer', 30n],
    ],
    20n,
  ],
])('what is covered when %s', (_what, messages, until) => {
  const clock = new CoveredTime()
  for (const [kind, time] of messages)
    if (kind === 'stream') clock.begins()
    else if (kind === 'data') clock.data(time)
    else clock.keepalive(time, { isAnswer: kind === 'answer' })
  expect(clock.until).toBe(until)
})
