import { expect, test, vi } from 'vitest'
import { lazyModule } from './lazy-module.ts'

test('a module is loaded once, however often it is requested', async () => {
  const load = vi.fn(async () => 'here')
  const part = lazyModule(load)
  const changed = vi.fn()
  part.watch(changed)
  expect(part.get()).toBeUndefined()
  await Promise.all([part.load(), part.load()])
  expect(part.get()).toBe('here')
  expect(load).toHaveBeenCalledOnce()
  expect(changed).toHaveBeenCalledOnce()
})

test('a module that failed to load can be requested again', async () => {
  const load = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('offline'))
  const part = lazyModule(load)
  await expect(part.load()).rejects.toThrow('offline')
  await part.load()
  expect(part.get()).toBe('here')
})
