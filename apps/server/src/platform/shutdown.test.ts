import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Shutdown } from './shutdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('everything is closed once, newest first, even after a failure', async () => {
  const closed: string[] = []
  const failures: string[] = []
  const shutdown = new Shutdown({ onError: (name) => void failures.push(name) })
  shutdown.add('the first', () => closed.push('the first'))
  shutdown.add('the second', () => {
    throw new Error('stuck')
  })
  shutdown.add('the third', async () => closed.push('the third'))
  await shutdown.run()
  await shutdown.run()
  expect(closed).toEqual(['the third', 'the first'])
  expect(failures).toEqual(['the second'])
})

test('only slow steps are named, while they take time', async () => {
  const waitedFor: string[] = []
  const slow = Promise.withResolvers<void>()
  const shutdown = new Shutdown({ onError: () => undefined, onSlow: (name) => void waitedFor.push(name) })
  shutdown.add('the databases of the projects', () => slow.promise)
  shutdown.add('the log', () => undefined)
  const ended = shutdown.run()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(waitedFor).toEqual(['the databases of the projects'])
  slow.resolve()
  await ended
  expect(waitedFor).toHaveLength(1)
})
