import { expect, test } from 'vitest'
import { needs } from '../permissions/needs.rules.ts'
import { isLocked, isRefusedWhileLocked, unlockedMs, unlockedUntil } from './production-lock.rules.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const at = (time: string) => `2026-03-01T${time}.000Z`

test.each([
  ['no lock', null, null, false, undefined],
  ['no lock any more, but an unlocking', null, at('13:00:00'), false, undefined],
  ['a lock', at('11:00:00'), null, true, undefined],
  ['a lock that is lifted for an hour', at('11:00:00'), at('13:00:00'), false, 3_600_000],
  ['a lock that was lifted until now', at('11:00:00'), at('12:00:00'), true, undefined],
  ['a lock that was lifted before', at('10:00:00'), at('11:00:00'), true, undefined],
])('%s', (_title, locked_at, unlocked_until, locked, left) => {
  expect(isLocked({ locked_at, unlocked_until }, NOW)).toBe(locked)
  expect(unlockedMs({ locked_at, unlocked_until }, NOW)).toBe(left)
})

test('it is lifted for whole minutes', () => {
  expect(unlockedUntil(30, NOW)).toBe(at('12:30:00'))
})

test('changes of the database are refused, and neither reads nor other settings', () => {
  const refused = Object.entries(needs).filter(([, need]) => isRefusedWhileLocked(need))
  expect(refused.map(([name]) => name).sort()).toEqual(['importDatabase', 'runAnySql'])
})
