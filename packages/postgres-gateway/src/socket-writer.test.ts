import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SocketWriter } from './socket-writer.ts'

const PIECE_BYTES = 10_000
const OVERWRITTEN = 0xdb

let server: net.Server
let near: net.Socket
let far: net.Socket

beforeEach(async () => {
  server = net.createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  near = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  near.on('error', () => undefined)
  await once(near, 'connect')
  far = (await accepted)[0]
})
afterEach(() => {
  near.destroy()
  far.destroy()
  server.close()
})

test('bytes that the system does not take at once follow in order, although their memory was borrowed', async () => {
  const writer = new SocketWriter(near)
  const memory = Buffer.alloc(PIECE_BYTES + 2)
  let pieces = 0
  const write = () => {
    pieces += 1
    memory.fill(pieces)
    const isFlowing = writer.write(memory, 1, PIECE_BYTES + 1)
    memory.fill(OVERWRITTEN)
    return isFlowing
  }
  // The other end does not read, so at some point the system takes a piece only in part, or not at all.
  while (write());
  expect(near.writableLength).toBeGreaterThan(0)
  const received: Buffer[] = []
  far.on('data', (chunk) => received.push(chunk))
  far.resume()
  await once(near, 'drain')
  write()
  near.end()
  await once(far, 'end')
  const all = Buffer.concat(received)
  expect(all.length).toBe(pieces * PIECE_BYTES)
  const expected = Buffer.concat(
    Array.from({ length: pieces }, (_, index) => Buffer.alloc(PIECE_BYTES, index + 1)),
  )
  expect(all.equals(expected)).toBe(true)
})

test('a short piece is written before the call returns, and only its own bytes', async () => {
  const writer = new SocketWriter(near)
  far.resume()
  const received = once(far, 'data')
  expect(writer.write(Buffer.from('<piece>'), 1, 6)).toBe(true)
  expect(near.writableLength).toBe(0)
  // The stream was not involved.
  expect(near.bytesWritten).toBe(0)
  expect(String((await received)[0])).toBe('piece')
})

test('a piece waits behind those in the queue of the stream', async () => {
  const writer = new SocketWriter(near)
  near.cork()
  near.write('first ')
  writer.write(Buffer.from('second'), 0, 6)
  near.uncork()
  near.end()
  const received: Buffer[] = []
  far.on('data', (chunk) => received.push(chunk))
  far.resume()
  await once(far, 'end')
  expect(Buffer.concat(received).toString()).toBe('first second')
})

test('a broken connection closes as after writing to the stream', async () => {
  const writer = new SocketWriter(near)
  near.resume()
  far.resetAndDestroy()
  const closed = new Promise((resolve) => near.once('close', resolve))
  while (!near.destroyed) {
    writer.write(Buffer.from('more'), 0, 4)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await closed
  expect(writer.write(Buffer.from('more'), 0, 4)).toBe(true)
})
