import { expect, test } from 'vitest'
import { MessageReader } from './message-reader.ts'
import { message } from './write-message.ts'

const STREAMS = 'd'.charCodeAt(0)
const HELD = 'Q'.charCodeAt(0)

/** Lends each chunk in the same memory, as connections do. */
function lend(reader: MessageReader, bytes: Buffer, size: number, work: () => void) {
  const memory = Buffer.alloc(size)
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(memory, 0, at, at + size)
    reader.feed(memory, length)
    work()
    reader.keep()
    memory.fill(0)
  }
}

const atHand = ({ buffer, start, end }: MessageReader) => buffer.toString('latin1', start, end)

/** What a reader says of a stream that comes in chunks of a size. */
function read(bytes: Buffer, size: number, maxBytes = 1e6) {
  const reader = new MessageReader((type) => type === STREAMS, maxBytes)
  const messages: { type: number; text: string }[] = []
  lend(reader, bytes, size, () => {
    while (reader.next()) {
      const text = atHand(reader)
      if (reader.isBeginning) messages.push({ type: reader.type, text })
      else messages.at(-1)!.text += text
    }
  })
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

test.each([1, 3, 7, 64, 299, 1000, 100_000])(
  'a message that is held while others come in chunks of %i bytes stays as it is',
  (size) => {
    const reader = new MessageReader((type) => type === STREAMS, 1e6)
    const said: string[] = []
    let held: string | undefined
    lend(reader, Buffer.concat(sent), size, () => {
      // Every other time nothing more is read.
      if (held !== undefined) {
        expect(atHand(reader)).toBe(held)
        held = undefined
      } else if (reader.next()) {
        held = atHand(reader)
        said.push(held)
      }
    })
    while (reader.next()) said.push(atHand(reader))
    expect(said.join('')).toBe(Buffer.concat(sent).toString('latin1'))
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
