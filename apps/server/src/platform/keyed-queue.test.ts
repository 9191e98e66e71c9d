import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue.ts'

test('tasks of one key run in order even after a failure, and other keys do not wait', async () => {
  const queue = new KeyedQueue()
  const gate = Promise.withResolvers<void>()
  const log: string[] = []
  const first = queue.run('a', async () => {
    await gate.promise
    log.push('first')
    throw new Error('broken')
  })
  const second = queue.run('a', async () => log.push('second'))
  await queue.run('b', async () => log.push('other'))
  expect(queue.isBusy('a')).toBe(true)
  expect(queue.isBusy('b')).toBe(false)
  gate.resolve()
  await expect(first).rejects.toThrow('broken')
  expect(await second).toBe(3)
  expect(log).toEqual(['other', 'first', 'second'])
  expect(queue.isBusy('a')).toBe(false)
})

test('idle waits for tasks that are added meanwhile too', async () => {
  const queue = new KeyedQueue()
  const log: string[] = []
  void queue.run('a', async () => void queue.run('b', async () => void log.push('late')))
  await queue.idle()
  expect(log).toEqual(['late'])
})
