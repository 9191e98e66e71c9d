import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { FREE_PORTS } from './free-port.rules.ts'
import { freePort } from './free-port.ts'

test('a free port can be listened on, and lies outside the range that the system assigns itself', async () => {
  const port = await freePort()
  expect(port).toBeGreaterThanOrEqual(FREE_PORTS.first)
  expect(port).toBeLessThanOrEqual(FREE_PORTS.last)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
