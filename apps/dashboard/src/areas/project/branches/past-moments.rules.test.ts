import { expect, test } from 'vitest'
import { exactTime } from '../../../lib/dates.ts'
import { momentOptions } from './past-moments.rules.ts'

const backup = (id: string, over: object) => ({
  id,
  name: null,
  status: 'COMPLETED',
  completed_at: null,
  ...over,
})
const overview = (over: object) =>
  ({ backups: [], pitr: { ranges: [], restore_points: [] }, ...over }) as never

test('complete backups can be begun with, the newest first', () => {
  const options = momentOptions(
    overview({
      backups: [
        backup('a', { completed_at: '2026-01-01T00:00:00.000Z' }),
        backup('b', { completed_at: '2026-01-02T00:00:00.000Z', name: 'Before the sale' }),
        backup('c', { status: 'RUNNING' }),
        backup('d', { status: 'FAILED' }),
      ],
    }),
  )
  expect(options.map(({ value }) => value)).toEqual(['backup b', 'backup a'])
  expect(options[0]).toMatchObject({
    label: 'Before the sale',
    description: `Backup, ${exactTime('2026-01-02T00:00:00.000Z')}`,
  })
})

test('where the log is kept, any time can, and restore points that it reaches', () => {
  const [earliest, latest] = ['2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z']
  const point = (id: string, made_at: string) => ({ id, name: `Point ${id}`, reason: 'manual', made_at })
  const options = momentOptions(
    overview({
      pitr: {
        ranges: [{ earliest, latest }],
        restore_points: [point('new', '2026-01-04T00:00:00.000Z'), point('kept', '2026-01-02T00:00:00.000Z')],
      },
    }),
  )
  expect(options.map(({ label }) => label)).toEqual(['A time', 'Point kept'])
  expect(options[0]!.description).toBe(`From ${exactTime(earliest)} to ${exactTime(latest)}`)
})
