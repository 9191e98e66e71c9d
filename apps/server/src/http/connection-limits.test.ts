import { once } from 'node:events'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../test/app-fixture.ts'
import { listen } from '../test/mcp-client.ts'
import {
  HEADERS_MAX_BYTES,
  HEADERS_PARSED_MAX_BYTES,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  LONG_LISTS,
  limitPauses,
} from './connection-limits.ts'

const connect = async (port: number, text: string) => {
  const socket = net.connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return socket
}

/** Everything the other side sends until it closes the connection. */
async function answerOn(socket: net.Socket) {
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return text
}

describe('the server', () => {
  let fixture: AppFixture
  let port: number
  beforeAll(async () => {
    fixture = await openApp()
    port = Number(new URL(await listen(fixture)).port)
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  test('limits how long headers may take and connections may idle', () => {
    const { headersTimeout, keepAliveTimeout } = fixture.app.server
    expect({ headersTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    })
  })

  test('closes 600 half-open requests and silent connections within the limit, and answers others', async () => {
    const beginnings = [
      '',
      'GET /platform/profile HTTP/1.1\r\nhost: localhost\r\n',
      'POST /mcp HTTP/1.1\r\nx: ',
    ]
    // The limit itself is tested above; a shorter one ends the test sooner.
    fixture.app.server.headersTimeout = 1000
    const sockets = await Promise.all(
      Array.from({ length: 600 }, (_, index) => connect(port, beginnings[index % 3]!)),
    )
    const reply = await fetch(`http://127.0.0.1:${port}/platform/profile`)
    expect(reply.status).toBe(401)
    await Promise.all(sockets.map((socket) => answerOn(socket)))
    const connections = await new Promise((done) =>
      fixture.app.server.getConnections((_, count) => done(count)),
    )
    expect(connections).toBeLessThan(10)
  })

  const withHeader = async (path: string, bytes: number) => {
    const text = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(bytes)}\r\n\r\n`
    const answer = await answerOn(await connect(port, text))
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body.slice(body.indexOf('{'))) }
  }
  const ref = 'a'.repeat(20)
  const shapes = [
    ['/platform/profile', { code: 'headers_too_large', requestId: expect.any(String) }],
    ['/nowhere', { code: 'headers_too_large', requestId: expect.any(String) }],
    [`/p/${ref}/rest/v1/books`, { code: 'PGRST100', details: null, hint: LONG_LISTS }],
    [`/p/${ref}/storage/v1/bucket`, { statusCode: '431', error: 'headers_too_large' }],
  ] as const

  test.each(shapes)('answers headers of %s that are too long with 431 in its format', async (path, shape) => {
    expect(await withHeader(path, HEADERS_MAX_BYTES)).toEqual({
      status: 431,
      body: { ...shape, message: expect.stringContaining(String(HEADERS_MAX_BYTES)) },
    })
  })

  test.each(shapes)(
    'answers headers of %s beyond the limit of the parser with 431 too',
    async (path, shape) => {
      expect(await withHeader(path, HEADERS_PARSED_MAX_BYTES)).toMatchObject({ status: 431, body: shape })
    },
  )

  test('refuses a request that is not HTTP in the usual error format', async () => {
    const answer = await answerOn(await connect(port, 'HELLO\r\n\r\n'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ code: 'validation_failed' })
  })
})

test('a client that stalls within a body is disconnected, and others are answered', async () => {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => reply.end('whole'))
  })
  limitPauses(server, 50)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const head = 'POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 6\r\n\r\n'
  expect(await answerOn(await connect(port, `${head}hal`))).toBe('')
  expect(await answerOn(await connect(port, `${head}halves`))).toContain('whole')
  server.close()
})

test('a second request that stalls on the same connection is noticed too', async () => {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => reply.end('whole'))
  })
  limitPauses(server, 50)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 6\r\n\r\n'
  const answer = await answerOn(await connect(port, `${head}halves${head}hal`))
  expect(answer.match(/whole/g)).toHaveLength(1)
  server.close()
})
