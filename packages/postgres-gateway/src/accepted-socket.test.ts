import { once } from 'node:events'
import net from 'node:net'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Listeners } from './listeners.ts'

const MEGABYTES = 16

let listeners: Listeners
let client: net.Socket
let accepted: net.Socket

beforeEach(async () => {
  const connected = new Promise<net.Socket>((resolve) => (listeners = new Listeners(resolve)))
  const port = await listeners.open({ name: 'any', mode: 'transaction', host: '127.0.0.1', port: 0 })
  client = net.connect(port, '127.0.0.1')
  accepted = await connected
})
afterEach(async () => {
  client.destroy()
  accepted.destroy()
  await listeners.closeAll()
})

const receivedChunks = () => {
  const chunks: Buffer[] = []
  accepted.on('data', (chunk: Buffer) => chunks.push(chunk))
  return chunks
}

test('a short message gets no memory of its own', async () => {
  const chunks = receivedChunks()
  client.write('first')
  await waitFor(() => chunks.length === 1)
  client.write('second')
  await waitFor(() => chunks.length === 2)
  expect(Buffer.concat(chunks).toString()).toBe('firstsecond')
  // Both are slices of the Buffer pool; chunks that a stream reads have an ArrayBuffer each.
  for (const chunk of chunks) expect(chunk.buffer.byteLength).toBe(Buffer.poolSize)
})

test('data that arrives without a listener or while paused is delivered in order', async () => {
  client.write('a')
  await waitFor(() => accepted.readableLength === 1)
  const chunks = receivedChunks()
  const text = () => Buffer.concat(chunks).toString()
  await waitFor(() => text() === 'a')
  accepted.pause()
  client.write('b')
  await waitFor(() => accepted.readableLength === 1)
  accepted.resume()
  client.write('c')
  await waitFor(() => text().length === 3)
  expect(text()).toBe('abc')
})

test('the end of a paused connection is noticed', async () => {
  receivedChunks()
  accepted.pause()
  client.end()
  await once(accepted, 'close')
})

test('a paused connection reads no more than its queue holds, and all of it once it is resumed', async () => {
  const chunks = receivedChunks()
  accepted.pause()
  for (let count = 0; count < MEGABYTES; count += 1) client.write(Buffer.alloc(2 ** 20, count))
  await waitFor(() => accepted.readableLength >= accepted.readableHighWaterMark)
  expect(client.writableLength).toBeGreaterThan(0)
  expect(accepted.readableLength).toBeLessThan(2 ** 20)
  accepted.resume()
  client.end()
  await once(accepted, 'close')
  const all = Buffer.concat(chunks)
  expect(all.length).toBe(MEGABYTES * 2 ** 20)
  for (let count = 0; count < MEGABYTES; count += 1)
    expect(all.subarray(count * 2 ** 20, (count + 1) * 2 ** 20).every((byte) => byte === count)).toBe(true)
})

test('closing listeners wait for the connections they accepted', async () => {
  receivedChunks()
  const closed = listeners.closeAll()
  client.end()
  await closed
  expect(accepted.destroyed).toBe(true)
})
