import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccessToken, deleteAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { followEvents } from '@basalt/contract/events/events.endpoints.ts'
import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOCKETS_PER_USER_MAX } from '../../http/mount-socket.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, type Person, signUp } from '../../test/people.ts'

/** The events over a WebSocket, and with them the rules for every socket. */

let fixture: AppFixture
let origin: string
beforeAll(async () => {
  fixture = await openApp()
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function tokenOf(person: Person) {
  const { body } = await person.call(createAccessToken, { body: { name: 'listener' } })
  return { id: body.id, headers: { authorization: `Bearer ${body.token}` } }
}

/** Connects as a program does. `messages` and `state` change as things happen. */
async function connect(headers: Record<string, string>) {
  const socket = new WebSocket(origin.replace('http', 'ws') + followEvents.path, { headers } as never)
  const messages: PlatformEvent[] = []
  const state: { closed?: { code: number; reason: string } } = {}
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  socket.addEventListener('close', ({ code, reason }) => {
    state.closed = { code, reason }
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return { socket, messages, state }
}

/** Requests the upgrade without a client library. Resolves to the status, and to the body when it is refused. */
async function upgrade(headers: Record<string, string>) {
  const request = http.get(origin + followEvents.path, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  })
  const answer = await Promise.race([
    once(request, 'response').then(async ([response]: http.IncomingMessage[]) => {
      const body = (await response!.toArray()).join('')
      return { status: response!.statusCode, body: JSON.parse(body) }
    }),
    once(request, 'upgrade').then(() => ({ status: 101, body: undefined })),
  ])
  request.destroy()
  return answer
}

test('a member receives a change at once, a stranger receives none', async () => {
  const [owner, stranger] = [await signUp(fixture), await signUp(fixture)]
  const mine = await connect((await tokenOf(owner)).headers)
  const theirs = await connect((await tokenOf(stranger)).headers)
  const { slug } = await anOrganization(owner)
  await waitFor(() => mine.messages.length > 0)
  expect(mine.messages).toEqual([{ type: 'members', organization_slug: slug }])
  expect(theirs.messages).toEqual([])
  mine.socket.close()
  theirs.socket.close()
})

test('an anonymous caller is refused before the connection is upgraded', async () => {
  expect(await upgrade({})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('a page of another site is refused, one of our own connects', async () => {
  const owner = await signUp(fixture)
  const { cookie = '' } = owner.headers
  expect(await upgrade({ cookie, origin: 'https://evil.example' })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Another site') },
  })
  expect(await upgrade({ cookie, origin })).toMatchObject({ status: 101 })
})

test('a request without an upgrade is refused with 426', async () => {
  const owner = await signUp(fixture)
  expect(await owner.send('GET', followEvents.path)).toMatchObject({
    status: 426,
    body: { code: 'upgrade_required' },
  })
})

test('an upgrade to another protocol is ignored, as HTTP allows', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  expect(await upgrade({ ...headers, upgrade: 'h2c' })).toMatchObject({ status: 426 })
})

test('a client that sends an unexpected message is disconnected with the reason', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  const { socket, state } = await connect(headers)
  socket.send('{"hello":true}')
  await waitFor(() => state.closed)
  expect(state.closed).toEqual({ code: 1007, reason: 'No message is expected here' })
})

test('a message that is too long closes the connection', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  const { socket, state } = await connect(headers)
  socket.send('x'.repeat(65 * 1024))
  await waitFor(() => state.closed)
  expect(state.closed?.code).toBe(1009)
})

test('the number of connections of a user is limited, and closing one makes room', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  const open = await Promise.all(Array.from({ length: SOCKETS_PER_USER_MAX }, () => connect(headers)))
  expect(await upgrade(headers)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  open[0]!.socket.close()
  await waitFor(async () => (await upgrade(headers)).status === 101)
  for (const { socket } of open) socket.close()
})

test('a connection closes when the token that opened it is revoked', async () => {
  const owner = await signUp(fixture)
  const { id, headers } = await tokenOf(owner)
  const { state } = await connect(headers)
  await owner.call(deleteAccessToken, { params: { id } })
  await waitFor(() => state.closed)
  expect(state.closed).toEqual({ code: 1008, reason: 'The session or token that opened this has ended' })
})

test('a stopping server says so, and does not wait for clients that stay', async () => {
  await using other = await openApp()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const address = other.app.server.address() as AddressInfo
  const { headers } = await tokenOf(await signUp(other))
  const previousOrigin = origin
  origin = `http://127.0.0.1:${address.port}`
  const { state } = await connect(headers).finally(() => {
    origin = previousOrigin
  })
  await other.app.close()
  await waitFor(() => state.closed)
  expect(state.closed).toEqual({ code: 1001, reason: 'The server is stopping' })
})
