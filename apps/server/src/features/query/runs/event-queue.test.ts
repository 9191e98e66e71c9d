import { expect, test } from 'vitest'
import { collect } from '../../../test/collect.ts'
import { EventQueue } from './event-queue.ts'
import { BATCH_BYTES, BUFFERED_BYTES_MAX } from './flow.rules.ts'

const row = ['x']

test('buffered rows are combined up to the size of a batch', async () => {
  const queue = new EventQueue(() => undefined)
  queue.pushRow(row, BATCH_BYTES - 1)
  queue.pushRow(row, 1)
  queue.pushRow(row, 1)
  queue.end()
  const events = await collect(queue)
  expect(events).toEqual([
    { type: 'rows', rows: [row, row] },
    { type: 'rows', rows: [row] },
  ])
})

test('a waiting reader gets the next event', async () => {
  const queue = new EventQueue(() => undefined)
  const reading = queue.next()
  queue.pushRow(row, 1)
  expect(await reading).toEqual({ done: false, value: { type: 'rows', rows: [row] } })
})

test('the error at the end comes after buffered events, and only the first end counts', async () => {
  const queue = new EventQueue(() => undefined)
  queue.pushRow(row, 1)
  queue.end(new Error('first'))
  queue.end(new Error('second'))
  expect((await queue.next()).done).toBe(false)
  await expect(queue.next()).rejects.toThrow('first')
})

test('reports once that it has drained', async () => {
  let drains = 0
  const queue = new EventQueue(() => {
    drains += 1
  })
  for (let bytes = 0; bytes < BUFFERED_BYTES_MAX; bytes += BATCH_BYTES) queue.pushRow(row, BATCH_BYTES)
  expect(queue.isFull).toBe(true)
  await queue.next()
  expect(queue.isFull).toBe(false)
  await queue.next()
  expect(drains).toBe(1)
})
