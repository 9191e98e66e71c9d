import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Disconnect } from './disconnect.ts'
import {
  fairSlots,
  QUICK_IN_A_ROW,
  QUICK_MS,
  SLOT_WAIT_MS,
  shareOf,
  WAIT_CHECK_INTERVAL_MS,
} from './fair-slots.ts'

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [8, 6],
  [10, 8],
  [40, 30],
])('of %i slots, one group may hold %i', (slots, share) => {
  expect(shareOf(slots)).toBe(share)
})

/** Slots whose waiting callers are ignored once their test is over. */
function someSlots(count: number) {
  const { take } = fairSlots(count)
  return {
    take(request: Parameters<typeof take>[0]) {
      const slot = take(request)
      if (typeof slot !== 'function') slot.catch(() => undefined)
      return slot
    },
  }
}

const anon = { group: 'anon', lane: 'slow' }

// First: the real timers of other tests would re-arm themselves with the fake clock.
describe('with a clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('a call that finds no slot in time is refused, and those behind it keep waiting', async () => {
    const { take } = fairSlots(1)
    const release = (await take(anon)) as () => void
    const refused = expect(Promise.resolve(take(anon))).rejects.toThrow('none became free within 10 seconds')
    await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS / 2)
    const later = Promise.resolve(take(anon))
    await vi.advanceTimersByTimeAsync(SLOT_WAIT_MS / 2 + WAIT_CHECK_INTERVAL_MS)
    await refused
    release()
    expect(await later).toBeTypeOf('function')
    await vi.advanceTimersByTimeAsync(WAIT_CHECK_INTERVAL_MS)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a group holds no more slots than it asks for, and the next one waits for its own', async () => {
  const { take } = someSlots(10)
  const few = { group: 'auth', lane: '', groupMax: 2 }
  const release = (await take(few)) as () => void
  await take(few)
  const third = take(few)
  expect(third).toBeInstanceOf(Promise)
  expect(take(anon)).toBeTypeOf('function')
  release()
  expect(await third).toBeTypeOf('function')
})

test('slow calls of one role leave slots for its other calls and for other roles', async () => {
  const { take } = someSlots(10)
  const slow = Array.from({ length: 60 }, () => take(anon))
  expect(slow.filter((one) => typeof one === 'function')).toHaveLength(6)
  expect(take({ group: 'anon', lane: 'quick' })).toBeTypeOf('function')
  expect(take({ group: 'anon', lane: 'other' })).toBeTypeOf('function')
  expect(take({ group: 'anon', lane: 'third' })).not.toBeTypeOf('function')
  expect(take({ group: 'user', lane: 'slow' })).toBeTypeOf('function')
  expect(take({ group: 'service', lane: 'slow' })).toBeTypeOf('function')
  expect(take({ group: 'late', lane: 'slow' })).not.toBeTypeOf('function')
})

/** Ten slots, a clock, and calls that arrive and end. */
function openCrowd() {
  let time = 0
  const { take } = fairSlots(10, () => time)
  const active: (() => void)[] = []
  return {
    active,
    async arrive(request: Parameters<typeof take>[0], count: number) {
      for (let call = 0; call < count; call++)
        void Promise.resolve(take(request)).then(
          (release) => active.push(release),
          () => undefined,
        )
      await setImmediate()
    },
    /** Ends this many calls one after the other, every few milliseconds, except for the earliest `staying`. */
    async end(count: number, milliseconds: number, staying = 0) {
      for (let call = 0; call < count; call++) {
        time += milliseconds
        active.splice(staying, 1)[0]!()
        await setImmediate()
      }
    },
  }
}

test('a lane that is alone borrows all slots but one once its calls are known to be quick', async () => {
  const { active, arrive, end } = openCrowd()
  await arrive(anon, 100)
  await end(QUICK_IN_A_ROW - 1, 1)
  expect(active).toHaveLength(6)
  await end(1, 1)
  expect(active).toHaveLength(9)
  await end(10, 1)
  expect(active).toHaveLength(9)
})

test('borrowed slots go to the next role that arrives', async () => {
  const { active, arrive, end } = openCrowd()
  await arrive(anon, 100)
  await end(QUICK_IN_A_ROW, 1)
  await arrive({ group: 'user', lane: 'quick' }, 1)
  expect(active).toHaveLength(10)
  await arrive({ group: 'service', lane: 'quick' }, 2)
  // The first lane is back to its own share, and more of its calls wait.
  await end(2, 1)
  expect(active).toHaveLength(10)
  await end(1, 1)
  expect(active).toHaveLength(9)
})

test('a lane with slow calls, or with one slow call, borrows nothing', async () => {
  const slow = openCrowd()
  await slow.arrive(anon, 100)
  await slow.end(2 * QUICK_IN_A_ROW, QUICK_MS + 1)
  expect(slow.active).toHaveLength(6)
  const mixed = openCrowd()
  await mixed.arrive(anon, 100)
  await mixed.end(2 * QUICK_IN_A_ROW, QUICK_MS / 10, 1)
  expect(mixed.active).toHaveLength(6)
})

test('free slots go to roles in turn, and within a role to lanes in turn', async () => {
  const { take } = someSlots(1)
  const release = (await take(anon)) as () => void
  const served: string[] = []
  const queue = (group: string, lane: string) =>
    Promise.resolve(take({ group, lane })).then((next) => {
      served.push(`${group} ${lane}`)
      next()
    })
  const waiting = [
    ...['slow', 'slow', 'slow', 'quick'].map((lane) => queue('anon', lane)),
    queue('user', 'slow'),
    queue('service', 'slow'),
  ]
  release()
  await Promise.all(waiting)
  expect(served).toEqual(['anon slow', 'user slow', 'service slow', 'anon quick', 'anon slow', 'anon slow'])
})

test('a caller that disconnects leaves the queue, and releasing twice counts once', async () => {
  const { take } = someSlots(1)
  const release = (await take(anon)) as () => void
  const disconnect = new Disconnect()
  const first = Promise.resolve(take({ ...anon, disconnect }))
  const second = Promise.resolve(take(anon))
  disconnect.report(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  release()
  release()
  const next = await second
  expect(take(anon)).not.toBeTypeOf('function')
  next()
})
