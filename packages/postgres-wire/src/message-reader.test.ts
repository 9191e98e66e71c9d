import { expect, test } from 'vitest'
import { MessageReader } from './message-reader.ts'
import { message } from './write-message.ts'

const STREAMS = 'd'.charCodeAt(0)
const HELD = 'Q'.charCodeAt(0)

/** What a reader says of a stream that comes in chunks of a size. */
function read(bytes: Buffer, size: number, maxBytes = 1e6) {
  const reader = new MessageReader((type) => type === STREAMS, maxBytes)
  const messages: { type: number; text: string }[] = []
  for (let at = 0; at < bytes.length; at += size) {
    reader.feed(bytes.subarray(at, at + size))
    while (reader.next()) {
      const text = reader.buffer.toString('latin1', reader.start, reader.end)
      if (reader.isBeginning) messages.push({ type: reader.type, text })
      else messages.at(-1)!.text += text
    }
  }
  return { messages, isAtBoundary: !reader.isInsideMessage && reader.unreadBytes === 0 }
}

const texts = ['', 'a', 'bc'.repeat(40), 'd'.repeat(300)]
const sent = texts.flatMap((text) => [message(HELD, Buffer.from(text)), message(STREAMS, Buffer.from(text))])

test.each([1, 2, 3, 4, 5, 6, 7, 64, 299, 1000, 100_000])(
  'messages are the same in chunks of %i bytes',
  (size) => {
    const { messages, isAtBoundary } = read(Buffer.concat(sent), size)
    expect(messages.map(({ text }) => text)).toEqual(sent.map((one) => one.toString('latin1')))
    expect(isAtBoundary).toBe(true)
  },
)

test('only what is held has a longest length', () => {
  expect(() => read(message(HELD, Buffer.alloc(200)), 50, 100)).toThrow('more than this pooler holds')
  expect(read(message(STREAMS, Buffer.alloc(200)), 50, 100).messages).toHaveLength(1)
})

test('a length that cannot be is a violation', () => {
  expect(() => read(Buffer.from([HELD, 0, 0, 0, 3]), 5)).toThrow('invalid message length')
})

test('what the unread bytes end with is known wherever they were cut', () => {
  const farewell = message('X'.charCodeAt(0))
  const bytes = Buffer.concat([
    message(HELD, Buffer.from('held')),
    message(HELD, Buffer.from('next')),
    farewell,
  ])
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new MessageReader((type) => type === STREAMS, 1000)
    for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size))
    reader.next()
    expect(reader.endsWith(farewell), `chunks of ${size} bytes`).toBe(true)
    expect(reader.endsWith(Buffer.from('next'))).toBe(false)
  }
})
