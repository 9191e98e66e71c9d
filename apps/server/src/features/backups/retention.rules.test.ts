import { expect, test } from 'vitest'
import { expiredBackups, nextBase } from './retention.rules.ts'

const now = new Date('2026-03-31T00:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

type Row = Parameters<typeof nextBase>[0][number]
const backup = (id: string, age: number, rest: Partial<Row> = {}): Row => ({
  id,
  base: null,
  name: null,
  kind: rest.base ? 'incremental' : 'full',
  status: 'COMPLETED',
  is_scheduled: true,
  inserted_at: daysAgo(age),
  archive: 'one',
  verification: null,
  ...rest,
})

test.each<[string, Row[], string[]]>([
  ['nothing is too old', [backup('a', 1), backup('b', 6)], []],
  ['old ones go', [backup('a', 1), backup('b', 8), backup('c', 9)], ['b', 'c']],
  ['the newest stays however old it is', [backup('a', 50), backup('b', 60)], ['b']],
  ['a newer failure does not take its place', [backup('a', 1, { status: 'FAILED' }), backup('b', 60)], []],
  ['old ones that were cancelled go', [backup('a', 1), backup('b', 8, { status: 'CANCELLED' })], ['b']],
  ['what is being cancelled stays', [backup('a', 1), backup('b', 8, { status: 'CANCELLING' })], []],
  ['old failures go', [backup('a', 1), backup('b', 8, { status: 'FAILED' })], ['b']],
  ['those made by hand stay', [backup('a', 1), backup('b', 80, { is_scheduled: false })], []],
  ['what runs stays', [backup('a', 1), backup('b', 80, { status: 'RUNNING' })], []],
  [
    'a chain stays as long as one of it does',
    [backup('a', 6, { base: 'b' }), backup('b', 8, { base: 'c' }), backup('c', 9), backup('d', 10)],
    ['d'],
  ],
])('%s', (_what, backups, expected) => {
  expect(expiredBackups(backups, { now, days: 7 }).map(({ id }) => id)).toEqual(expected)
})

test('those made before a statement take the place of no scheduled one', () => {
  const backups = [
    backup('a', 1, { name: 'Before SQL of someone' }),
    backup('b', 2, { name: 'Before SQL of someone' }),
    backup('c', 3),
    backup('d', 4),
  ]
  expect(expiredBackups(backups, { now, days: 7, count: 1 }).map(({ id }) => id)).toEqual(['d'])
})

test('of the scheduled ones, as many as are to be kept stay, with what they build on', () => {
  const backups = [
    backup('a', 1, { base: 'b' }),
    backup('b', 2),
    backup('c', 3, { is_scheduled: false }),
    backup('d', 4),
  ]
  const left = (count: number) => expiredBackups(backups, { now, days: 7, count }).map(({ id }) => id)
  expect([left(3), left(2), left(1)]).toEqual([[], ['d'], ['d']])
})

test.each<[string, Row[], string | undefined]>([
  ['there is none', [], undefined],
  ['the newest is recent', [backup('a', 1), backup('b', 2)], 'a'],
  ['its chain is recent', [backup('a', 1, { base: 'b' }), backup('b', 6)], 'a'],
  ['its chain is old', [backup('a', 1, { base: 'b' }), backup('b', 8)], undefined],
  ['its chain is broken', [backup('a', 1, { base: 'gone' })], undefined],
  ['it failed', [backup('a', 1, { status: 'FAILED' }), backup('b', 2)], 'b'],
  [
    'it did not survive its check',
    [backup('a', 1, { verification: { tables: 0, rows: 0, problems: ['damaged'] } }), backup('b', 2)],
    'b',
  ],
  ['it is of another history', [backup('a', 1, { archive: 'two' })], undefined],
])('what the next one is compared with when %s', (_what, backups, expected) => {
  expect(nextBase(backups, { archive: 'one', now, days: 7 })?.id).toBe(expected)
})
