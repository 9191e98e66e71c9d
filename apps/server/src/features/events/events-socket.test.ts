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

/** The events of the platform over a WebSocket, and with them what holds for every socket. */

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

/** Connects as a program does; `messages` and `closed` fill as things happen. */
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

/** Asks for the upgrade by hand; resolves to the status of the answer, and its body where it is refused. */
async function ask(headers: Record<string, string>) {
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

test('a member hears of a change at once, a stranger of none', async () => {
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

test('nobody is let in without an account, and is told so before the connection is upgraded', async () => {
  expect(await ask({})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('a page of another site is refused, and one of our own is let in', async () => {
  const owner = await signUp(fixture)
  const { cookie = '' } = owner.headers
  expect(await ask({ cookie, origin: 'https://evil.example' })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Another site') },
  })
  expect(await ask({ cookie, origin })).toMatchObject({ status: 101 })
})

test('who does not ask for a WebSocket is told what the address is for', async () => {
  const owner = await signUp(fixture)
  expect(await owner.send('GET', followEvents.path)).toMatchObject({
    status: 426,
    body: { code: 'upgrade_required' },
  })
})

test('an offer of another protocol is ignored, as HTTP allows', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  expect(await ask({ ...headers, upgrade: 'h2c' })).toMatchObject({ status: 426 })
})

test('a client that sends something where nothing is expected is told so and disconnected', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  const { socket, state } = await connect(headers)
  socket.send('{"hello":true}')
  await waitFor(() => state.closed)
  expect(state.closed).toEqual({ code: 1007, reason: 'No message is expected here' })
})

test('a message that is too long ends the connection', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  const { socket, state } = await connect(headers)
  socket.send('x'.repeat(65 * 1024))
  await waitFor(() => state.closed)
  expect(state.closed?.code).toBe(1009)
})

test('one user may have only so many connections, and a closed one makes room', async () => {
  const { headers } = await tokenOf(await signUp(fixture))
  const open = await Promise.all(Array.from({ length: SOCKETS_PER_USER_MAX }, () => connect(headers)))
  expect(await ask(headers)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  open[0]!.socket.close()
  await waitFor(async () => (await ask(headers)).status === 101)
  for (const { socket } of open) socket.close()
})

test('a connection ends with the token that opened it', async () => {
  const owner = await signUp(fixture)
  const { id, headers } = await tokenOf(owner)
  const { state } = await connect(headers)
  await owner.call(deleteAccessToken, { params: { id } })
  await waitFor(() => state.closed)
  expect(state.closed).toEqual({ code: 1008, reason: 'The session or token that opened this has ended' })
})

test('a server that stops says so, and does not wait for clients that stay', async () => {
  await using other = await openApp()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const address = other.app.server.address() as AddressInfo
  const { headers } = await tokenOf(await signUp(other))
  const before = origin
  origin = `http://127.0.0.1:${address.port}`
  const { state } = await connect(headers).finally(() => {
    origin = before
  })
  await other.app.close()
  await waitFor(() => state.closed)
  expect(state.closed).toEqual({ code: 1001, reason: 'The server is stopping' })
})
