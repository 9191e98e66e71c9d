import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openReceiver } from '../../test/webhook-receiver.ts'
import { send } from './send.ts'

const request = { body: '{}', headers: {}, allowPrivate: true }

test.each([
  [200, true],
  [204, true],
  [302, false],
  [404, false],
  [500, false],
])('status %i means delivered: %s', async (status, isDelivered) => {
  await using receiver = await openReceiver()
  receiver.answers(status)
  expect(await send({ ...request, url: receiver.url })).toEqual({ isDelivered, answer: `Answered ${status}` })
  // Redirects are not followed: they could lead into this server's private network.
  expect(receiver.received).toHaveLength(1)
})

test('a refused connection is reported', async () => {
  const receiver = await openReceiver()
  await receiver[Symbol.asyncDispose]()
  expect(await send({ ...request, url: receiver.url })).toEqual({
    isDelivered: false,
    answer: 'Connection refused',
  })
})

test('a receiver that never responds times out', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as AddressInfo
  expect((await send({ ...request, url: `http://127.0.0.1:${port}/`, timeoutMs: 50 })).answer).toBe(
    'No response within 10 seconds',
  )
  silent.close()
})

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])(
  'nothing is sent to the private network by way of %s',
  async (host) => {
    await using receiver = await openReceiver()
    const url = `http://${host}:${new URL(receiver.url).port}/`
    expect((await send({ ...request, url, allowPrivate: false })).answer).toContain('private network')
    expect(receiver.received).toEqual([])
  },
)
