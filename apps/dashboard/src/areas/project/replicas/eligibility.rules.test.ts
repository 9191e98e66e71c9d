import { expect, test } from 'vitest'
import { obstaclesOf } from './eligibility.rules.ts'

const able = {
  status: 'ACTIVE_HEALTHY',
  plan: 'pro',
  count: 0,
  disk: { free: 10_000_000_000, primary: 40_000_000, sharesBlocks: false },
} as const

test('a healthy project of a paid plan with room for another replica can have it', () => {
  expect(obstaclesOf(able)).toEqual([])
  expect(obstaclesOf({ ...able, plan: undefined, disk: undefined })).toEqual([])
})

test.each([
  [{ plan: 'free' }, /Free plan/],
  [{ status: 'INACTIVE' }, /while the project is healthy/],
  [{ count: 2 }, /can have 2 read replicas/],
  [
    { disk: { free: 49_000_000, primary: 40_000_000, sharesBlocks: false } },
    /needs about .*, and the disk has/,
  ],
] as const)('%j is one obstacle', (change, text) => {
  const obstacles = obstaclesOf({ ...able, ...change })
  expect(obstacles).toEqual([expect.stringMatching(text)])
})

test('a copy that shares its blocks with the primary needs no room of its own', () => {
  expect(obstaclesOf({ ...able, disk: { free: 1_000, primary: 40_000_000, sharesBlocks: true } })).toEqual([])
})

test('each failing rule is named', () => {
  expect(obstaclesOf({ ...able, plan: 'free', status: 'PAUSING', count: 3 })).toHaveLength(3)
})
