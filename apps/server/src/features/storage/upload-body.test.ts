import { PassThrough } from 'node:stream'
import { UPLOAD_IDLE_MS } from '@basalt/contract/storage/limits.rules.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bounded, unlessIdle } from './upload-body.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a sender who stops in the middle is given up after a minute of silence, and not before', async () => {
  const body = new PassThrough()
  const read = unlessIdle(body)
  body.write('first')
  expect(String((await read.next()).value)).toBe('first')
  const next = read.next()
  const outcome = expect(next).rejects.toMatchObject({
    message: 'The upload brought nothing for 60 seconds',
    options: { details: { reason: 'InvalidRequest' } },
  })
  await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS - 1)
  expect(body.destroyed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await outcome
  expect(body.destroyed).toBe(true)
})

test('a slow sender is waited for as long as something comes', async () => {
  const body = new PassThrough()
  const read = unlessIdle(body)
  for (const piece of ['a', 'b', 'c']) {
    const next = read.next()
    await vi.advanceTimersByTimeAsync(UPLOAD_IDLE_MS - 1)
    body.write(piece)
    expect(String((await next).value)).toBe(piece)
  }
  body.end()
  expect((await read.next()).done).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('as many bytes as allowed pass, and not one more', async () => {
  const pieces = async function* () {
    yield Buffer.alloc(3)
    yield Buffer.alloc(2)
  }
  const sizeOf = async (limit: number) => {
    let size = 0
    for await (const { length } of bounded(pieces(), limit)) size += length
    return size
  }
  expect(await sizeOf(5)).toBe(5)
  await expect(sizeOf(4)).rejects.toMatchObject({ options: { details: { reason: 'EntityTooLarge' } } })
})
