import { expect, test } from 'vitest'
import { expiredInstallationBackups, nextInstallationBase } from './installation-backups.rules.ts'

const now = new Date('2026-03-31T12:00:00.000Z')
const aged = (hours: number, id: string, base: string | null = null) => ({
  id,
  kind: base === null ? ('full' as const) : ('incremental' as const),
  base,
  ended_at: new Date(now.getTime() - hours * 60 * 60 * 1000).toISOString(),
})

test.each([
  [[], undefined],
  [[aged(1, 'a')], 'a'],
  [[aged(1, 'b', 'a'), aged(23, 'a')], 'a'],
  [[aged(1, 'b', 'a'), aged(24, 'a')], undefined],
])('after %j, the next backup is compared with %s', (backups, base) => {
  expect(nextInstallationBase(backups, now)?.id).toBe(base)
})

test.each([
  // The newest one stays however old it is, with what it builds on.
  [[aged(900, 'b', 'a'), aged(901, 'a')], []],
  [[aged(1, 'c'), aged(2, 'b', 'a'), aged(200, 'a')], []],
  [[aged(1, 'c'), aged(25, 'b', 'a'), aged(26, 'a')], ['b']],
  [
    [aged(1, 'd'), aged(170, 'b', 'a'), aged(171, 'a')],
    ['b', 'a'],
  ],
])('of %j, %j expire', (backups, expired) => {
  expect(expiredInstallationBackups(backups, now).map(({ id }) => id)).toEqual(expired)
})
