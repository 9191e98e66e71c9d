import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { notTried, tryLogin } from './try-login.ts'

const login = { host: '127.0.0.1', database: 'postgres', user: 'postgres', password: 'secret' }

/** A port of this machine that does with a connection what it is told. */
async function aPort(answer: (socket: net.Socket) => void) {
  const server = net.createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

test('a port where nobody listens is told in words', async () => {
  const left = await aPort(() => undefined)
  await left[Symbol.asyncDispose]()
  expect(await tryLogin({ ...login, port: left.port })).toMatchObject({
    reached: false,
    failure: expect.stringContaining('Nothing answers at this address'),
  })
})

test('a program that is no database is told in words, and not the password', async () => {
  const heard: Buffer[] = []
  await using port = await aPort((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => heard.push(data))
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  })
  const { reached, failure } = await tryLogin({ ...login, port: port.port })
  expect(reached).toBe(false)
  expect(failure).toBeTruthy()
  expect(Buffer.concat(heard).toString()).not.toContain(login.password)
})

test('what is not dialled says why, and what would change that', () => {
  expect(notTried('db.example.com')).toMatchObject({ reached: null, role: null })
  expect(notTried('db.example.com').failure).toMatch(/db\.example\.com.*BASALT_PUBLIC_URL/)
})
