import { expect, test } from 'vitest'
import { versionObstacle } from './source-version.rules.ts'

test.each([
  ['11.22', 11, /too old.*Upgrade it first/],
  ['19beta1', 19, /newer than this project: versions 12 to 18/],
])('PostgreSQL %s cannot be imported, and why is told', (version, major, told) => {
  expect(versionObstacle(version, major)).toMatch(told)
})

test.each([12, 15, 18])('PostgreSQL %i can be imported', (major) => {
  expect(versionObstacle(`${major}.1`, major)).toBeNull()
})
