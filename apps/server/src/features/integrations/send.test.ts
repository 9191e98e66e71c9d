import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openReceiver } from '../../test/webhook-receiver.ts'
import { send } from './send.ts'

const sending = { body: '{}', headers: {}, toPrivate: true }

test.each([
  [200, true],
  [204, true],
  [302, false],
  [404, false],
  [500, false],
])('an answer of %i means delivered: %s', async (status, isDelivered) => {
  await using receiver = await openReceiver()
  receiver.answers(status)
  expect(await send({ ...sending, url: receiver.url })).toEqual({ isDelivered, answer: `Answered ${status}` })
  // A redirect is not followed: it could lead to where only this server gets.
  expect(receiver.received).toHaveLength(1)
})

test('where nothing listens, that is said', async () => {
  const receiver = await openReceiver()
  await receiver[Symbol.asyncDispose]()
  expect(await send({ ...sending, url: receiver.url })).toEqual({
    isDelivered: false,
    answer: 'Nothing listens there',
  })
})

test('a receiver that never answers is given up', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as AddressInfo
  expect((await send({ ...sending, url: `http://127.0.0.1:${port}/`, timeoutMs: 50 })).answer).toBe(
    'No answer within 10 seconds',
  )
  silent.close()
})

test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])(
  'nothing is sent to the private network by the name of %s',
  async (host) => {
    await using receiver = await openReceiver()
    const url = `http://${host}:${new URL(receiver.url).port}/`
    expect((await send({ ...sending, url, toPrivate: false })).answer).toContain('private network')
    expect(receiver.received).toEqual([])
  },
)
