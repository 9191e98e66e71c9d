import { expect, test } from 'vitest'
import { isPageOutdated, nextReleaseDate, releaseState } from './releases.rules.ts'

const first = '2026-03-01T12:00:00.000Z'

test.each([
  [first, first, false],
  [first, '2026-03-02T11:59:59.999Z', false],
  [first, '2026-03-02T12:00:00.000Z', true],
  [first, '2026-03-09T00:00:00.000Z', true],
  // Rolled back.
  [first, '2026-02-27T00:00:00.000Z', true],
  [first, null, false],
  [null, first, false],
])('a page loaded with %s is outdated by %s: %s', (loaded, deployed, outdated) => {
  expect(isPageOutdated(loaded, deployed)).toBe(outdated)
})

test.each([
  ['2026-02-18T09:30:00.000Z', '04 Mar 2026'],
  ['2026-12-25T23:59:59.000Z', '08 Jan 2027'],
  ['2028-02-20T00:00:00.000Z', '05 Mar 2028'],
  // The day is in UTC, whatever the reader's time zone.
  ['2026-03-01T23:30:00-05:00', '16 Mar 2026'],
])('after a release of %s the next is expected on %s', (published, expected) => {
  expect(nextReleaseDate(published)).toBe(expected)
})

test.each([
  ['v1.2.0', 'v1.2.0', 'latest'],
  ['1.2.0', 'v1.2.0', 'latest'],
  ['v1.1.9', 'v1.2.0', 'update'],
  ['v1.2.0-rc.1', 'v1.2.0', 'update'],
  ['v1.3.0-beta.1', 'v1.2.0', 'beta'],
  ['v2.0.0', 'v1.2.0', 'beta'],
  [undefined, 'v1.2.0', undefined],
  ['v1.2.0', undefined, undefined],
  ['a build of my own', 'v1.2.0', undefined],
])('%s against %s is %s', (current, latest, state) => {
  expect(releaseState(current, latest)).toBe(state)
})
