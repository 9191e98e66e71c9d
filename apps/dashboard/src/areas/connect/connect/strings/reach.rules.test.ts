import { expect, test } from 'vitest'
import { tunnelHint } from './reach.rules.ts'

const here = { host: '127.0.0.1', port: 54401 }
test.each([
  [here, 'localhost', undefined],
  [here, '127.0.0.1', undefined],
  [here, 'db.example.com', 'ssh -N -L 54401:127.0.0.1:54401 db.example.com'],
  [{ host: '::1', port: 5 }, 'db.example.com', 'ssh -N -L 5:[::1]:5 db.example.com'],
  [{ host: 'db.example.com', port: 5432 }, 'db.example.com', undefined],
])('of %j, read at %s, the tunnel is %s', (database, page, command) => {
  expect(tunnelHint(database, page)).toBe(command)
})
