import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openReceiver } from '../../test/webhook-receiver.ts'
import { openConnections } from './exchange.ts'
import { EVERYWHERE, PUBLIC_ONLY } from './private-networks.ts'
import { send } from './send.ts'

const request = { body: '{}', headers: {}, reach: EVERYWHERE }

test.each([
  [200, true],
  [204, true],
  [302, false],
  [404, false],
  [500, false],
])('status %i means delivered: %s', async (status, isDelivered) => {
  await using receiver = await openReceiver()
  receiver.answers(status)
  expect(await send({ ...request, url: receiver.url })).toMatchObject({
    isDelivered,
    answer: `Answered ${status}`,
    excerpt: null,
  })
  // Redirects are not followed: they could lead into this server's private network.
  expect(receiver.received).toHaveLength(1)
})

test('a refused connection is reported', async () => {
  const receiver = await openReceiver()
  await receiver[Symbol.asyncDispose]()
  expect(await send({ ...request, url: receiver.url })).toMatchObject({
    isDelivered: false,
    answer: 'Connection refused',
  })
})

test('a receiver that never responds times out', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as AddressInfo
  expect((await send({ ...request, url: `http://127.0.0.1:${port}/`, timeoutMs: 50 })).answer).toBe(
    'No response within 50 milliseconds',
  )
  silent.close()
})

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])(
  'nothing is sent to the private network by way of %s',
  async (host) => {
    await using receiver = await openReceiver()
    const url = `http://${host}:${new URL(receiver.url).port}/`
    expect((await send({ ...request, url, reach: PUBLIC_ONLY })).answer).toContain('private network')
    expect(receiver.received).toEqual([])
  },
)

async function listening(answer: (response: ServerResponse) => void) {
  const server = createHttpServer((_request, response) => answer(response))
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test.each([
  ['that ends', (response: ServerResponse) => response.end('it\0 works 😀 and more'), 'it works 😀 '],
  ['without an end', (response: ServerResponse) => response.write('x'.repeat(500)), 'x'.repeat(12)],
  [
    'that breaks off',
    (response: ServerResponse) =>
      response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    null,
  ],
  ['without a body', (response: ServerResponse) => response.end(), null],
])('the beginning of a response %s is returned, and its status counts', async (_what, answer, excerpt) => {
  await using server = await listening(answer)
  const result = await send({ ...request, url: server.url, excerptMax: 12 })
  expect(result).toMatchObject({ isDelivered: true, answer: 'Answered 200', excerpt })
})

test('a connection that was kept and closed by the receiver is replaced', async () => {
  await using receiver = await openReceiver()
  const connections = openConnections()
  const once = () => send({ ...request, url: receiver.url, connections, excerptMax: 100 })
  expect((await once()).excerpt).toBe('a secret of the receiver')
  expect((await once()).isDelivered).toBe(true)
  expect(receiver.received).toHaveLength(2)
  connections.close()
})
