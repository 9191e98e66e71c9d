import { expect, test } from 'vitest'
import { BorrowedChunk } from './borrowed-chunk.ts'
import type { ChunkListener } from './by-chunks.ts'
import { MessageReader } from './message-reader.ts'
import { message } from './write-message.ts'

const QUERY = 'Q'.charCodeAt(0)

/** Lends the bytes and then overwrites them, as the next read does. */
function lendOnce(bytes: Buffer, listener: ChunkListener) {
  const memory = Buffer.from(bytes)
  try {
    BorrowedChunk.lend(memory, memory.length, listener)
  } finally {
    memory.fill(0)
  }
}

test('a chunk cannot be used once its listener has returned', () => {
  const kept: BorrowedChunk[] = []
  lendOnce(Buffer.from('read'), (chunk) => kept.push(chunk))
  expect(() => kept[0]!.copy()).toThrow('after its listener had returned')
  expect(() => new MessageReader(() => true, 0).feed(kept[0]!)).toThrow('after its listener had returned')
})

test('a chunk is not a Buffer that could be kept', () => {
  let kept: Buffer = Buffer.alloc(0)
  lendOnce(Buffer.from('read'), (chunk) => {
    // @ts-expect-error The bytes must be copied.
    kept = chunk
  })
  expect(Buffer.isBuffer(kept)).toBe(false)
})

test('a copy may be kept', () => {
  const kept: Buffer[] = []
  lendOnce(Buffer.from('read'), (chunk) => kept.push(chunk.copy()))
  expect(kept[0]!.toString()).toBe('read')
})

test('a reader keeps what was not read, even when the listener throws', () => {
  const reader = new MessageReader(() => false, 1000)
  const bytes = message(QUERY, Buffer.from('held'))
  const listen = () =>
    lendOnce(bytes, (chunk) => {
      reader.feed(chunk)
      throw new Error('a failure of the listener')
    })
  expect(listen).toThrow('a failure of the listener')
  expect(reader.next()).toBe(true)
  expect(reader.buffer.subarray(reader.start, reader.end)).toEqual(bytes)
})

test('a chunk has only one borrower', () => {
  lendOnce(Buffer.from('read'), (chunk) => {
    new MessageReader(() => true, 0).feed(chunk)
    expect(() => new MessageReader(() => true, 0).feed(chunk)).toThrow('only one borrower')
  })
})
