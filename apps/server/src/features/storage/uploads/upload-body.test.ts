import { PassThrough } from 'node:stream'
import { UPLOAD_IDLE_MS, UPLOAD_PACE_BYTES_PER_SECOND } from '@basalt/contract/storage/limits.rules.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bounded, withUploadTimeout } from './upload-body.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an upload is aborted after a minute of silence, and not before', async () => {
  const body = new PassThrough()
  const read = withUploadTimeout(body)
  body.write('first')
  expect(String((await read.next()).value)).toBe('first')
  const next = read.next()
  const outcome = expect(next).rejects.toMatchObject({
    message: 'No data was received for 60 seconds',
    options: { details: { reason: 'InvalidRequest' } },
  })
  await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS - 1)
  expect(body.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await outcome
  expect(body.destroyed).toBe(true)
})

/** Sends chunks of a size, each just before the idle timeout. Returns the sizes that pass. */
async function drip(size: number, count: number) {
  const body = new PassThrough()
  const read = withUploadTimeout(body)
  const passed: number[] = []
  for (let sent = 0; sent < count; sent++) {
    const next = read.next()
    next.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS - 1)
    body.write(Buffer.alloc(size))
    passed.push((await next).value!.length)
  }
  return { body, read, passed }
}

test('a slow upload continues while it is fast enough', async () => {
  const enough = (UPLOAD_IDLE_MS / 1000) * UPLOAD_PACE_BYTES_PER_SECOND
  const { body, read, passed } = await drip(enough, 10)
  expect(passed).toEqual(Array(10).fill(enough))
  body.end()
  expect((await read.next()).done).toBe(true)
  await vi.advanceTimersByTimeAsync(10 * UPLOAD_IDLE_MS)
  expect(body.errored).toBe(null)
})

test('an upload that trickles is aborted, and the received bytes are passed on', async () => {
  const { body, read, passed } = await drip(100, 3)
  expect(passed).toEqual([100, 100, 100])
  await expect(read.next()).rejects.toMatchObject({ message: 'The upload was too slow' })
  expect(body.destroyed).toBe(true)
})

test('a form that stalls in its file aborts the request', async () => {
  const [file, request] = [new PassThrough(), new PassThrough()]
  request.once('error', (error) => file.destroy(error))
  const outcome = expect(withUploadTimeout(file, request).next()).rejects.toThrow('No data')
  await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS)
  await outcome
  expect(request.destroyed).toBe(true)
})

test('time in which we do not read is not counted', async () => {
  const body = new PassThrough()
  const read = withUploadTimeout(body)
  body.write('first')
  await read.next()
  await vi.advanceTimersByTimeAsync(10 * UPLOAD_IDLE_MS)
  expect(body.destroyed).toBe(false)
  const next = read.next()
  body.end('last')
  expect(String((await next).value)).toBe('last')
  expect((await read.next()).done).toBe(true)
})

test('bytes pass up to the limit, and not one more', async () => {
  const chunks = async function* () {
    yield Buffer.alloc(3)
    yield Buffer.alloc(2)
  }
  const sizeOf = async (limit: number) => {
    let size = 0
    for await (const { length } of bounded(chunks(), limit)) size += length
    return size
  }
  expect(await sizeOf(5)).toBe(5)
  await expect(sizeOf(4)).rejects.toMatchObject({ options: { details: { reason: 'EntityTooLarge' } } })
})
