import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Disconnect } from './disconnect.ts'
import {
  PLACE_WAIT_MS,
  QUICK_IN_A_ROW,
  QUICK_MS,
  shareOf,
  WAIT_CHECKED_EVERY_MS,
} from './fair-places.rules.ts'
import { fairPlaces } from './fair-places.ts'

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [8, 6],
  [10, 8],
  [40, 30],
])('of %i places one of several may hold %i', (places, share) => {
  expect(shareOf(places)).toBe(share)
})

/** Places whose waiting callers are dropped once their test is over. */
function somePlaces(count: number) {
  const { take } = fairPlaces(count)
  return {
    take(guest: Parameters<typeof take>[0]) {
      const place = take(guest)
      if (typeof place !== 'function') place.catch(() => undefined)
      return place
    },
  }
}

const anon = { group: 'anon', lane: 'slow' }

test('slow calls of one role leave places for its other calls, and for other roles', async () => {
  const { take } = somePlaces(10)
  const slow = Array.from({ length: 60 }, () => take(anon))
  expect(slow.filter((one) => typeof one === 'function')).toHaveLength(6)
  expect(take({ group: 'anon', lane: 'quick' })).toBeTypeOf('function')
  expect(take({ group: 'anon', lane: 'other' })).toBeTypeOf('function')
  expect(take({ group: 'anon', lane: 'third' })).not.toBeTypeOf('function')
  expect(take({ group: 'user', lane: 'slow' })).toBeTypeOf('function')
  expect(take({ group: 'service', lane: 'slow' })).toBeTypeOf('function')
  expect(take({ group: 'late', lane: 'slow' })).not.toBeTypeOf('function')
})

/** Ten places, a clock, and calls that come and end. */
function crowd() {
  let time = 0
  const { take } = fairPlaces(10, () => time)
  const inside: (() => void)[] = []
  return {
    inside,
    async come(guest: Parameters<typeof take>[0], count: number) {
      for (let call = 0; call < count; call++)
        void Promise.resolve(take(guest)).then(
          (leave) => inside.push(leave),
          () => undefined,
        )
      await setImmediate()
    },
    /** Ends so many calls one after the other, every few milliseconds, except for the earliest `staying`. */
    async end(count: number, milliseconds: number, staying = 0) {
      for (let call = 0; call < count; call++) {
        time += milliseconds
        inside.splice(staying, 1)[0]!()
        await setImmediate()
      }
    },
  }
}

test('a lane alone borrows all places but one once its calls are known to be quick', async () => {
  const { inside, come, end } = crowd()
  await come(anon, 100)
  await end(QUICK_IN_A_ROW - 1, 1)
  expect(inside).toHaveLength(6)
  await end(1, 1)
  expect(inside).toHaveLength(9)
  await end(10, 1)
  expect(inside).toHaveLength(9)
})

test('what a lane has borrowed goes to the next role that comes', async () => {
  const { inside, come, end } = crowd()
  await come(anon, 100)
  await end(QUICK_IN_A_ROW, 1)
  await come({ group: 'user', lane: 'quick' }, 1)
  expect(inside).toHaveLength(10)
  await come({ group: 'service', lane: 'quick' }, 2)
  // Those of the lane before it have as many places as ever, and more wait.
  await end(2, 1)
  expect(inside).toHaveLength(10)
  await end(1, 1)
  expect(inside).toHaveLength(9)
})

test('a lane whose calls are slow, or one of whose calls is, borrows nothing', async () => {
  const slow = crowd()
  await slow.come(anon, 100)
  await slow.end(2 * QUICK_IN_A_ROW, QUICK_MS + 1)
  expect(slow.inside).toHaveLength(6)
  const mixed = crowd()
  await mixed.come(anon, 100)
  await mixed.end(2 * QUICK_IN_A_ROW, QUICK_MS / 10, 1)
  expect(mixed.inside).toHaveLength(6)
})

test('free places go to roles in turn, and within a role to lanes in turn', async () => {
  const { take } = somePlaces(1)
  const leave = (await take(anon)) as () => void
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
  leave()
  await Promise.all(waiting)
  expect(served).toEqual(['anon slow', 'user slow', 'service slow', 'anon quick', 'anon slow', 'anon slow'])
})

test('a caller that disconnects leaves the queue, and leaving twice counts once', async () => {
  const { take } = somePlaces(1)
  const leave = (await take(anon)) as () => void
  const disconnect = new Disconnect()
  const first = Promise.resolve(take({ ...anon, disconnect }))
  const second = Promise.resolve(take(anon))
  disconnect.report(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  leave()
  leave()
  const next = await second
  expect(take(anon)).not.toBeTypeOf('function')
  next()
})

describe('with a clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('a call that finds no place in time is refused, and those behind it wait on', async () => {
    const { take } = fairPlaces(1)
    const leave = (await take(anon)) as () => void
    const refused = expect(Promise.resolve(take(anon))).rejects.toThrow('none became free within 10 seconds')
    await vi.advanceTimersByTimeAsync(PLACE_WAIT_MS / 2)
    const later = Promise.resolve(take(anon))
    await vi.advanceTimersByTimeAsync(PLACE_WAIT_MS / 2 + WAIT_CHECKED_EVERY_MS)
    await refused
    leave()
    expect(await later).toBeTypeOf('function')
    await vi.advanceTimersByTimeAsync(WAIT_CHECKED_EVERY_MS)
    expect(vi.getTimerCount()).toBe(0)
  })
})
