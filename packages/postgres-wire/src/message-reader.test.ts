import { expect, test } from 'vitest'
import { BorrowedChunk } from './borrowed-chunk.ts'
import { MessageReader } from './message-reader.ts'
import { message } from './write-message.ts'

const STREAMS = 'd'.charCodeAt(0)
const HELD = 'Q'.charCodeAt(0)

/** Feeds all chunks from the same memory, as connections do. */
function feedChunks(reader: MessageReader, bytes: Buffer, size: number, work: () => void) {
  const memory = Buffer.alloc(size)
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(memory, 0, at, at + size)
    BorrowedChunk.lend(memory, length, (chunk) => {
      reader.feed(chunk)
      work()
    })
    memory.fill(0)
  }
}

const currentText = ({ buffer, start, end }: MessageReader) => buffer.toString('latin1', start, end)

/** What a reader returns for a stream that arrives in chunks of `size` bytes. */
function read(bytes: Buffer, size: number, maxBytes = 1e6) {
  const reader = new MessageReader((type) => type === STREAMS, maxBytes)
  const messages: { type: number; text: string }[] = []
  feedChunks(reader, bytes, size, () => {
    while (reader.next()) {
      const text = currentText(reader)
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
  'the current message does not change while others arrive in chunks of %i bytes',
  (size) => {
    const reader = new MessageReader((type) => type === STREAMS, 1e6)
    const read: string[] = []
    let held: string | undefined
    feedChunks(reader, Buffer.concat(sent), size, () => {
      // Every other chunk arrives without another message being read.
      if (held !== undefined) {
        expect(currentText(reader)).toBe(held)
        held = undefined
      } else if (reader.next()) {
        held = currentText(reader)
        read.push(held)
      }
    })
    while (reader.next()) read.push(currentText(reader))
    expect(read.join('')).toBe(Buffer.concat(sent).toString('latin1'))
  },
)

test('only messages that are held whole have a maximum length', () => {
  expect(() => read(message(HELD, Buffer.alloc(200)), 50, 100)).toThrow('more than this pooler holds')
  expect(read(message(STREAMS, Buffer.alloc(200)), 50, 100).messages).toHaveLength(1)
})

test('an impossible length is a protocol violation', () => {
  expect(() => read(Buffer.from([HELD, 0, 0, 0, 3]), 5)).toThrow('invalid message length')
})

test('the end of the unread bytes is recognised wherever the chunks were cut', () => {
  const terminate = message('X'.charCodeAt(0))
  const bytes = Buffer.concat([
    message(HELD, Buffer.from('held')),
    message(HELD, Buffer.from('next')),
    terminate,
  ])
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new MessageReader((type) => type === STREAMS, 1000)
    feedChunks(reader, bytes, size, () => undefined)
    reader.next()
    expect(reader.endsWith(terminate), `chunks of ${size} bytes`).toBe(true)
    expect(reader.endsWith(Buffer.from('next'))).toBe(false)
  }
})
