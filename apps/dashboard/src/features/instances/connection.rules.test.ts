import { expect, test } from 'vitest'
import { connectionUse, psqlCommand } from './connection.rules.ts'

const login = { database: 'postgres', user: 'postgres' }

test.each([
  ['127.0.0.1', 54400, 'psql "postgresql://postgres:[YOUR_PASSWORD]@127.0.0.1:54400/postgres"'],
  ['::1', 54400, 'psql "postgresql://postgres:[YOUR_PASSWORD]@[::1]:54400/postgres"'],
  [null, null, undefined],
])('a database at %s:%s is opened with %s', (host, port, command) => {
  expect(psqlCommand({ ...login, host, port })).toBe(command)
})

test.each([
  [0, 100, 0, 'brand'],
  [74, 100, 74, 'brand'],
  [75, 100, 75, 'warning'],
  [90, 100, 90, 'critical'],
  [103, 100, 100, 'critical'],
])('%i of %i connections is %i percent, shown as %s', (used, max, percent, tone) => {
  expect(connectionUse({ used, max })).toEqual({ percent, tone })
})
