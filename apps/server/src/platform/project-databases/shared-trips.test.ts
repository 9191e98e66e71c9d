import { expect, test, vi } from 'vitest'
import type { DatabaseCaller } from './database-caller.ts'
import {
  CALLS_FOR_ANOTHER_TRIP,
  GATHERING_MS,
  type JointStatement,
  QUICK_TRIP_MS,
  QUICK_TRIPS_IN_A_ROW,
  SHARED_MAX,
  sharedTrips,
  TRIPS_AT_ONCE,
  type Trip,
} from './shared-trips.ts'

const ANN: DatabaseCaller = { role: 'ann', claims: {} }
const BEN: DatabaseCaller = { role: 'ben', claims: {} }
const turnOfTheLoop = () => new Promise(setImmediate)

/** Sent groups as `name×size`, each taking what `ms` says; they end when told to. */
function recorded(ms: () => number | undefined = () => 1) {
  const sent: string[] = []
  let ends: (() => void)[] = []
  const trips = sharedTrips((calls) => {
    sent.push(`${calls[0]!.caller.role}×${calls.length}`)
    return new Promise<Trip>((resolve) => ends.push(() => resolve({ ms: ms() })))
  })
  const add = (caller: DatabaseCaller, times = 1, joint?: JointStatement) => {
    for (let count = 0; count < times; count += 1)
      trips.add({ caller, statement: { text: '', values: [] }, joint, resolve: () => {}, reject: () => {} })
  }
  const endAll = async () => {
    const ending = ends
    ends = []
    for (const end of ending) end()
    await turnOfTheLoop()
  }
  const taken = () => sent.splice(0)
  return {
    add,
    endAll,
    taken,
    warm: async () => {
      for (let count = 0; count < QUICK_TRIPS_IN_A_ROW; count += 1) {
        add(ANN)
        await turnOfTheLoop()
        await endAll()
      }
      taken()
    },
  }
}

test('calls share only after so many quick trips in a row', async () => {
  const { add, endAll, taken, warm } = recorded()
  add(ANN, 3)
  expect(taken()).toEqual(['ann×1', 'ann×1', 'ann×1'])
  await endAll()
  await warm()
  add(ANN, 4)
  expect(taken()).toEqual([])
  await turnOfTheLoop()
  expect(taken()).toEqual(['ann×4'])
})

test('a group has one caller, one kind and a limited size', async () => {
  const { add, taken, warm } = recorded()
  const joint: JointStatement = { of: () => ({ text: '', values: [] }) }
  await warm()
  add(ANN)
  add(BEN)
  add(ANN, SHARED_MAX + 1)
  add(ANN, 3, joint)
  await turnOfTheLoop()
  expect(taken()).toEqual([`ann×${SHARED_MAX}`, 'ann×2', 'ann×3', 'ben×1'])
})

test('calls that arrive while a trip runs are sent when it ends, before its outcomes are known', async () => {
  const events: string[] = []
  let end = () => {}
  const trips = sharedTrips((calls) => {
    events.push(`sent ${calls.length}`)
    const deliver = () => events.push(`delivered ${calls.length}`)
    return new Promise<Trip>((resolve) => {
      end = () => resolve({ ms: 1, deliver })
    })
  })
  const add = () =>
    trips.add({ caller: ANN, statement: { text: '', values: [] }, resolve: () => {}, reject: () => {} })
  for (let count = 0; count < QUICK_TRIPS_IN_A_ROW; count += 1) {
    add()
    end()
    await turnOfTheLoop()
  }
  events.length = 0
  add()
  await turnOfTheLoop()
  add()
  add()
  await turnOfTheLoop()
  end()
  await turnOfTheLoop()
  expect(events).toEqual(['sent 1', 'sent 2', 'delivered 1'])
})

test('enough calls that wait at the end of a turn begin another trip, up to a limit', async () => {
  const { add, taken, warm } = recorded()
  await warm()
  add(ANN)
  await turnOfTheLoop()
  taken()
  for (let running = 1; running < TRIPS_AT_ONCE; running += 1) {
    add(ANN, CALLS_FOR_ANOTHER_TRIP - 1)
    await turnOfTheLoop()
    expect(taken()).toEqual([])
    add(ANN)
    await turnOfTheLoop()
    expect(taken()).toEqual([`ann×${CALLS_FOR_ANOTHER_TRIP}`])
  }
  add(ANN, CALLS_FOR_ANOTHER_TRIP)
  await turnOfTheLoop()
  expect(taken()).toEqual([])
})

test('calls wait for a trip that does not end only for a while', async () => {
  const { add, taken, warm } = recorded()
  await warm()
  add(ANN)
  await turnOfTheLoop()
  taken()
  vi.useFakeTimers()
  try {
    add(ANN, 2)
    vi.advanceTimersByTime(GATHERING_MS)
    expect(taken()).toEqual(['ann×2'])
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['slow', QUICK_TRIP_MS + 1],
  ['without a connection', undefined],
])('after a trip that was %s, calls are sent alone again', async (_, ms) => {
  let next: number | undefined = 1
  const { add, endAll, taken, warm } = recorded(() => next)
  await warm()
  next = ms
  add(ANN)
  await turnOfTheLoop()
  await endAll()
  add(ANN, 3)
  expect(taken()).toEqual(['ann×1', 'ann×1', 'ann×1', 'ann×1'])
})
