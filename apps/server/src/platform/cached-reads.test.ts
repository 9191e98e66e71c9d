import { expect, test } from 'vitest'
import { cachedReads } from './cached-reads.ts'

/** Reads that the test answers, in the order in which they were requested. */
function setUp() {
  const requested: { key: string; answer(value: object): void; fail(error: Error): void }[] = []
  const reads = cachedReads(
    (key: string) =>
      new Promise<object>((resolve, reject) => {
        requested.push({ key, answer: resolve, fail: reject })
      }),
  )
  return { requested, ...reads }
}

test('a value is read once, and returned without a promise afterwards', async () => {
  const { requested, of } = setUp()
  const shop = { name: 'shop' }
  const both = Promise.all([of('shop'), of('shop')])
  expect(requested).toHaveLength(1)
  requested[0]!.answer(shop)
  expect(await both).toEqual([shop, shop])
  expect(of('shop')).toBe(shop)
  expect(of('garden')).toBeInstanceOf(Promise)
})

test('a failed read is retried', async () => {
  const { requested, of } = setUp()
  const first = Promise.resolve(of('shop'))
  requested[0]!.fail(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  void of('shop')
  expect(requested).toHaveLength(2)
})

test('a read in progress is not cached when its key is forgotten', async () => {
  const { requested, of, forget } = setUp()
  const old = of('shop')
  forget('shop')
  const next = of('shop')
  requested[0]!.answer({ version: 1 })
  expect(await old).toEqual({ version: 1 })
  expect(of('shop')).toBe(next)
  requested[1]!.answer({ version: 2 })
  await next
  expect(of('shop')).toEqual({ version: 2 })
})
