import { expect, test, vi } from 'vitest'
import { latePart } from './late-part.ts'

test('a module is loaded once, however often it is requested', async () => {
  const load = vi.fn(async () => 'here')
  const part = latePart(load)
  const changed = vi.fn()
  part.watch(changed)
  expect(part.get()).toBeUndefined()
  await Promise.all([part.ask(), part.ask()])
  expect(part.get()).toBe('here')
  expect(load).toHaveBeenCalledOnce()
  expect(changed).toHaveBeenCalledOnce()
})

test('a module that failed to load can be requested again', async () => {
  const load = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('offline'))
  const part = latePart(load)
  await expect(part.ask()).rejects.toThrow('offline')
  await part.ask()
  expect(part.get()).toBe('here')
})
