import { expect, test } from 'vitest'
import { instanceLocks } from './instance-locks.ts'

test('a database in use cannot be locked', async () => {
  const locks = instanceLocks()
  const [first, second] = [await locks.hold('shop'), await locks.hold('shop')]
  expect(locks.lock('shop')).toBeUndefined()
  first()
  first()
  expect(locks.lock('shop')).toBeUndefined()
  second()
  expect(locks.lock('shop')).toBeDefined()
  expect(locks.lock('garden')).toBeDefined()
})

test('a client that waits for a locked database is noticed, and continues when it is unlocked', async () => {
  const locks = instanceLocks()
  const lock = locks.lock('shop')!
  expect(lock.hasWaiters).toBe(false)
  let isHeld = false
  const holding = Promise.resolve(locks.hold('shop')).then((release) => {
    isHeld = true
    return release
  })
  expect(lock.hasWaiters).toBe(true)
  expect(isHeld).toBe(false)
  lock.unlock()
  const release = await holding
  expect(locks.lock('shop')).toBeUndefined()
  release()
  expect(locks.lock('shop')!.hasWaiters).toBe(false)
})

test('an observer does not prevent a lock, is waited for, and is refused by a locked database', async () => {
  const locks = instanceLocks()
  const release = locks.observe('shop')!
  const lock = locks.lock('shop')!
  let areObserversGone = false
  const ending = lock.observersGone.then(() => {
    areObserversGone = true
  })
  await Promise.resolve()
  expect(areObserversGone).toBe(false)
  expect(locks.observe('shop')).toBeUndefined()
  release()
  await ending
  expect(lock.hasWaiters).toBe(false)
  lock.unlock()
  expect(locks.observe('shop')).toBeDefined()
})

test('a database that is locked again at once still makes waiting clients wait', async () => {
  const locks = instanceLocks()
  const first = locks.lock('shop')!
  const holding = locks.hold('shop')
  first.unlock()
  const second = locks.lock('shop')!
  await Promise.resolve()
  expect(second.hasWaiters).toBe(true)
  second.unlock()
  await holding
  expect(locks.lock('shop')).toBeUndefined()
})
