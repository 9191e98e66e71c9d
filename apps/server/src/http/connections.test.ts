import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchConnections } from './connections.ts'

const LONG_MS = 600_000

let server: ReturnType<typeof createServer>
let port: number
/** Responses that have begun, for the test to end. */
let open: ServerResponse[]
beforeEach(async () => {
  open = []
  server = createServer((_request, reply) => {
    reply.write('begun')
    open.push(reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => server.closeAllConnections())

/** Sends a request and waits for the beginning of the response. */
async function request(agent?: Agent) {
  const pending = get({ port, host: '127.0.0.1', agent: agent ?? false })
  pending.on('error', () => undefined)
  const [reply] = (await once(pending, 'response')) as [IncomingMessage]
  await once(reply.setEncoding('utf8'), 'data')
  return reply
}

function close(connections: ReturnType<typeof watchConnections>) {
  const closed = new Promise<void>((done) => server.close(() => done()))
  connections.drain()
  return closed
}

test.each([
  ['no request was sent', ''],
  ['only half a request has arrived', 'GET / HTTP/1.1\r\nHost: a'],
])('a connection on which %s does not keep a server from closing', async (_case, text) => {
  const connections = watchConnections(server, LONG_MS)
  const accepted = once(server, 'connection')
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined)
  await accepted
  const gone = once(socket.resume(), 'close')
  socket.write(text)
  await Promise.all([close(connections), gone])
})

test('a response in progress is completed, and its connection is not reused', async () => {
  const connections = watchConnections(server, LONG_MS)
  const agent = new Agent({ keepAlive: true })
  const reply = await request(agent)
  const closing = close(connections)
  let rest = ''
  reply.on('data', (text) => {
    rest += text
  })
  open[0]?.end(', done')
  await once(reply, 'end')
  expect(rest).toBe(', done')
  await closing
  agent.destroy()
})

test('a response that does not end is cut off after the grace period', async () => {
  const connections = watchConnections(server, 1)
  const reply = await request()
  const cut = once(reply, 'error')
  await close(connections)
  expect(String(await cut)).toContain('aborted')
})
