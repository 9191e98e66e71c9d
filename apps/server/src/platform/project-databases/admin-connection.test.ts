import {
  createThrowawayDatabase,
  type ThrowawayDatabase,
} from '@basalt/testing/postgres/throwaway-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConnectionTarget, withAdminConnection } from './admin-connection.ts'

let database: ThrowawayDatabase
let target: ConnectionTarget
beforeAll(async () => {
  database = await createThrowawayDatabase()
  const { hostname, port, username, password, pathname } = new URL(database.url)
  target = {
    host: hostname,
    port: Number(port),
    user: username,
    password,
    database: pathname.slice(1),
  }
})
afterAll(() => database.drop())

test('a value too large for the driver breaks its connection with a clear error, and no other', async () => {
  const readAll = () =>
    withAdminConnection(target, (client) => client.query("select repeat('x', 90 * 1024 * 1024)"))
  await expect(readAll()).rejects.toMatchObject({
    code: 'too_large',
    message: 'The database answered with more than 80 MiB at once',
  })
  const { rows } = await withAdminConnection(target, (client) => client.query('select 1 as one'))
  expect(rows).toEqual([{ one: 1 }])
})
