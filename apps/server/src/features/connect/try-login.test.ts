import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { notTried, tryLogin } from './try-login.ts'

const login = { host: '127.0.0.1', database: 'postgres', user: 'postgres', password: 'secret' }

/** A listening port of this machine. */
async function aPort(onConnection: (socket: net.Socket) => void) {
  const server = net.createServer(onConnection).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

test('a port where nothing listens is reported', async () => {
  const closed = await aPort(() => undefined)
  await closed[Symbol.asyncDispose]()
  expect(await tryLogin({ ...login, port: closed.port })).toMatchObject({
    reached: false,
    failure: expect.stringContaining('Nothing answers at this address'),
  })
})

test('a program that is not a database is reported, and does not receive the password', async () => {
  const received: Buffer[] = []
  await using port = await aPort((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => received.push(data))
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  const { reached, failure } = await tryLogin({ ...login, port: port.port })
  expect(reached).toBe(false)
  expect(failure).toBeTruthy()
  expect(Buffer.concat(received).toString()).not.toContain(login.password)
})

test('an untested address is reported with the reason and the remedy', () => {
  expect(notTried('db.example.com')).toMatchObject({ reached: null, role: null })
  expect(notTried('db.example.com').failure).toMatch(/db\.example\.com.*BASALT_PUBLIC_URL/)
})
