import { expect, test } from 'vitest'
import type { LogEvent } from './log-event.ts'
import { WAITING_EVENTS_MAX } from './log-store.rules.ts'
import { logWriter } from './log-writer.ts'

const PER_SECOND = 50_000
const SECONDS = 8

test(`${PER_SECOND} events a second for a disk that stalls: what waits is bounded, and all others are counted`, async () => {
  const { promise: stalled, resolve: goOn } = Promise.withResolvers<void>()
  const written: LogEvent[] = []
  const writer = logWriter({
    now: Date.now,
    onFailed: (error) => expect.fail(String(error)),
    async append(_folder, events) {
      await stalled
      written.push(...events)
    },
  })
  let kept = 0
  let flushed = Promise.resolve()
  for (let second = 0; second < SECONDS; second += 1) {
    for (let n = 0; n < PER_SECOND; n += 1)
      if (writer.add('shop/requests', { timestamp: n, event_message: 'GET / 200' })) kept += 1
    flushed = writer.flush()
  }
  // Those that are being written, and those that wait for them.
  expect(kept).toBeLessThanOrEqual(2 * WAITING_EVENTS_MAX)
  goOn()
  await flushed
  writer.add('shop/requests', { timestamp: 0, event_message: 'the next one' })
  await writer.flush()
  const missing = written.reduce((sum, { left_out }) => sum + Number(left_out ?? 0), 0)
  const events = written.filter(({ event_message }) => event_message.startsWith('GET'))
  expect(events).toHaveLength(kept)
  expect(events.length + missing).toBe(PER_SECOND * SECONDS)
})
