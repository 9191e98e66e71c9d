import { expect, test } from 'vitest'
import { tunnelCommand } from './tunnel-command.rules.ts'

const here = { host: '127.0.0.1', port: 54401 }
test.each([
  [here, 'localhost', undefined],
  [here, '127.0.0.1', undefined],
  [here, 'db.example.com', 'ssh -N -L 54401:127.0.0.1:54401 db.example.com'],
  [{ host: '::1', port: 5 }, 'db.example.com', 'ssh -N -L 5:[::1]:5 db.example.com'],
  [{ host: 'db.example.com', port: 5432 }, 'db.example.com', undefined],
])('for %j, opened at %s, the tunnel command is %s', (database, page, command) => {
  expect(tunnelCommand(database, page)).toBe(command)
})
