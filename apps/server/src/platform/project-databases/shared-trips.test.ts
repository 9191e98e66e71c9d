import { expect, test } from 'vitest'
import type { DatabaseCaller } from './database-caller.ts'
import { QUICK_TRIP_MS, QUICK_TRIPS_IN_A_ROW, SHARED_MAX, sharedTrips } from './shared-trips.ts'

const ANN: DatabaseCaller = { role: 'ann', claims: {} }
const BEN: DatabaseCaller = { role: 'ben', claims: {} }
const turnOfTheLoop = () => new Promise(setImmediate)

/** Sent groups as `name×size`, each taking what `ms` says; they end when told to. */
function recorded(ms: () => number | undefined = () => 1) {
  const sent: string[] = []
  let ends: (() => void)[] = []
  const trips = sharedTrips((calls) => {
    sent.push(`${calls[0]!.caller.role}×${calls.length}`)
    return new Promise((resolve) => ends.push(() => resolve(ms())))
  })
  const add = (caller: DatabaseCaller, times = 1) => {
    for (let count = 0; count < times; count += 1)
      trips.add({ caller, statement: { text: '', values: [] }, resolve: () => {}, reject: () => {} })
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
  expect(taken()).toEqual(['ann×1'])
  await turnOfTheLoop()
  expect(taken()).toEqual(['ann×3'])
})

test('a group has one caller and a limited size', async () => {
  const { add, taken, warm } = recorded()
  await warm()
  add(ANN)
  add(BEN)
  add(ANN, SHARED_MAX + 2)
  await turnOfTheLoop()
  expect(taken()).toEqual(['ann×1', 'ben×1', `ann×${SHARED_MAX}`, 'ann×2'])
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
  await endAll()
  add(ANN, 3)
  expect(taken()).toEqual(['ann×1', 'ann×1', 'ann×1', 'ann×1'])
})
