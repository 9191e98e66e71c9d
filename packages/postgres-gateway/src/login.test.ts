import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { PROTOCOL_3_0 } from '@basalt/postgres-wire/startup-packet.ts'
import { cstring, int32, packet } from '@basalt/postgres-wire/write-message.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayFixture, GROUP, startGateway } from './gateway.fixture.ts'
import { makeSelfSignedCertificate } from './tls/self-signed-certificate.ts'

const identity = makeSelfSignedCertificate(['localhost', '127.0.0.1'])
const SSL_REQUEST = packet(int32(80877103))
const GSSENC_REQUEST = packet(int32(80877104))

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGateway({ tls: identity, route: { maxClients: 2 } })
})
afterAll(() => fixture.stop())

const failureOf = (config: pg.ClientConfig) =>
  new pg.Client({ ...fixture.login('transaction'), ...config }).connect().then(
    () => 'connected',
    (error: pg.DatabaseError) => ({ code: error.code, message: error.message, severity: error.severity }),
  )

/** All bytes received in reply, until the server closes the connection. */
async function answerTo(bytes: Buffer, { gateway } = fixture): Promise<string> {
  const socket = net.connect(gateway.ports.session!, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('latin1')
}

const startup = (parameters: Record<string, string>, version = PROTOCOL_3_0) =>
  packet(
    int32(version),
    ...Object.entries(parameters)
      .flat()
      .map((text) => cstring(text)),
    Buffer.alloc(1),
  )

test('a wrong password and a role that does not exist are refused with the same message', async () => {
  const wrong = await failureOf({ password: 'guess' })
  expect(wrong).toEqual({
    code: '28P01',
    severity: 'FATAL',
    message: `password authentication failed for user "${fixture.role}.${GROUP}"`,
  })
  expect(await failureOf({ user: `nobody.${GROUP}` })).toEqual({
    ...(wrong as object),
    message: `password authentication failed for user "nobody.${GROUP}"`,
  })
  expect(await failureOf({ user: `${fixture.role}.elsewhere` })).toMatchObject({ code: '28P01' })
})

test('a role without a password cannot log in', async () => {
  await fixture.admin.query(`create role ${fixture.role}_bare login`)
  expect(await failureOf({ user: `${fixture.role}_bare.${GROUP}` })).toMatchObject({ code: '28P01' })
  await fixture.admin.query(`drop role ${fixture.role}_bare`)
})

test('the server’s error about a login reaches the client', async () => {
  expect(await failureOf({ database: 'no_such_database' })).toEqual({
    code: '3D000',
    severity: 'FATAL',
    message: 'database "no_such_database" does not exist',
  })
  expect(await failureOf({ options: '-c no_such_setting=1' })).toMatchObject({
    code: '42704',
    severity: 'FATAL',
  })
  expect(await failureOf({ options: '-z' })).toMatchObject({ code: '42601' })
})

test('clients over the group’s limit are refused until another one disconnects', async () => {
  const one = await fixture.through('transaction')
  const two = await fixture.through('session')
  expect(await failureOf({})).toMatchObject({ code: '53300', message: 'sorry, too many clients already' })
  await one.end()
  const three = await waitFor(() => fixture.through('transaction'))
  await Promise.all([two.end(), three.end()])
})

test('connections are encrypted with the certificate, also for clients that start with TLS', async () => {
  const ca = { ca: identity.cert, servername: 'localhost' }
  const client = await waitFor(() => fixture.through('transaction', { ssl: ca }))
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  const port = fixture.gateway.ports.session!
  const socket = tls.connect({ host: '127.0.0.1', port, ...ca, ALPNProtocols: ['postgresql'] })
  await once(socket, 'secureConnect')
  expect(socket.authorized).toBe(true)
  socket.write(startup({ user: 'somebody.else', database: 'postgres' }))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  // Channel binding is offered.
  expect(answer.toString('latin1')).toContain('SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0')
  socket.destroy()
})

test('encryption by GSSAPI is declined, and the client continues', async () => {
  const socket = net.connect(fixture.gateway.ports.session!, '127.0.0.1')
  socket.write(GSSENC_REQUEST)
  expect(String((await once(socket, 'data'))[0])).toBe('N')
  socket.write(SSL_REQUEST)
  expect(String((await once(socket, 'data'))[0])).toBe('S')
  socket.destroy()
})

test('unencrypted bytes behind an encryption request end the connection', async () => {
  expect(await answerTo(Buffer.concat([SSL_REQUEST, Buffer.from('smuggled')]))).toContain(
    'received unencrypted data after SSL request',
  )
})

test('a newer protocol is negotiated down to 3.2', async () => {
  const socket = net.connect(fixture.gateway.ports.session!, '127.0.0.1')
  socket.write(startup({ user: 'somebody', '_pq_.wishes': 'on' }, 3 * 0x10000 + 9999))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer[0]).toBe('v'.charCodeAt(0))
  expect(answer.readInt32BE(5)).toBe(3 * 0x10000 + 2)
  expect(answer.toString('latin1')).toContain('_pq_.wishes')
  socket.destroy()
})

test.each([
  ['garbage', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'invalid length of startup packet'],
  ['a packet longer than any', int32(10_001), 'invalid length of startup packet'],
  ['a packet of no length', int32(0), 'invalid length of startup packet'],
  ['an older protocol', startup({ user: 'a' }, 2 * 0x10000), 'unsupported frontend protocol 2.0'],
  ['no user', startup({ database: 'a' }), 'no PostgreSQL user name'],
  ['parameters without an end', packet(int32(PROTOCOL_3_0), Buffer.from('user')), 'invalid startup packet'],
  [
    'a replication connection',
    startup({ user: 'a', replication: 'database' }),
    'Replication is not possible',
  ],
  [
    'no password but a query',
    Buffer.concat([startup({ user: 'a' }), Buffer.of(0x51, 0, 0, 0, 4)]),
    'expected SASL',
  ],
])('%s before login gets an error and ends only that connection', async (_what, bytes, words) => {
  expect(await answerTo(bytes)).toContain(words)
})

test('a connection that never logs in is closed', async () => {
  const impatient = await startGateway({ limits: { loginTimeoutMs: 100 } })
  expect(await answerTo(Buffer.alloc(0), impatient)).toBe('')
  await impatient.stop()
})
