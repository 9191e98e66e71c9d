import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('only so many work at a time, and who came first goes on first, also after a failure', async () => {
  const turn = createTurns(2)
  const begun: number[] = []
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>())
  const works = ends.map(({ promise }, number) =>
    turn(() => {
      begun.push(number)
      return promise
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]!.reject(new Error('full'))
  await expect(works[1]).rejects.toThrow('full')
  expect(begun).toEqual([0, 1, 2])
  for (const [number, { resolve }] of ends.entries()) resolve(number)
  expect(await Promise.all([works[0], works[2], works[3]])).toEqual([0, 2, 3])
  expect(begun).toEqual([0, 1, 2, 3])
})
