import { expect, test } from 'vitest'
import { BackendMessages, concat, FrontendMessages } from './wire-messages.ts'

const message = (type: string, body: string) => {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body))
  bytes.write(type)
  bytes.writeUInt32BE(4 + Buffer.byteLength(body), 1)
  bytes.write(body, 5)
  return new Uint8Array(bytes)
}
const startup = () => {
  const bytes = Buffer.alloc(9)
  bytes.writeUInt32BE(9, 0)
  bytes.writeUInt32BE(196_608, 4)
  return new Uint8Array(bytes)
}

test('a startup message is answered and never passed on, however it is split', () => {
  const messages = new FrontendMessages()
  expect(messages.take(startup().slice(0, 3))).toMatchObject({ isStartup: false, answers: 0 })
  expect(messages.take(startup().slice(3))).toMatchObject({ isStartup: true, answers: 0 })
})

test('only whole messages are passed on, and those that expect an answer are counted', () => {
  const messages = new FrontendMessages()
  messages.take(startup())
  const [query, sync, end] = [message('Q', 'select 1'), message('S', ''), message('X', '')]
  const cut = message('Q', 'select 2')
  expect(messages.take(concat([query, sync, cut.slice(0, 7)]))).toEqual({
    isStartup: false,
    bytes: concat([query, sync]),
    answers: 2,
  })
  expect(messages.take(concat([cut.slice(7), end]))).toEqual({ isStartup: false, bytes: cut, answers: 1 })
})

test('each ReadyForQuery of a server is counted, however its answer is split', () => {
  const bytes = concat([message('D', 'a row with a Z'), message('Z', 'I'), message('Z', 'T')])
  const messages = new BackendMessages()
  expect([...bytes].map((byte) => messages.add(Uint8Array.of(byte))).at(-1)).toBe(2)
  expect(new BackendMessages().add(bytes)).toBe(2)
})
