import { expect, test } from 'vitest'
import { keptReads } from './kept-reads.ts'

/** Reads that the test answers, in the order in which they were asked for. */
function setUp() {
  const asked: { key: string; answer(value: object): void; fail(error: Error): void }[] = []
  const reads = keptReads(
    (key: string) =>
      new Promise<object>((resolve, reject) => {
        asked.push({ key, answer: resolve, fail: reject })
      }),
  )
  return { asked, ...reads }
}

test('something is read once, and told without a promise from then on', async () => {
  const { asked, of } = setUp()
  const shop = { name: 'shop' }
  const both = Promise.all([of('shop'), of('shop')])
  expect(asked).toHaveLength(1)
  asked[0]!.answer(shop)
  expect(await both).toEqual([shop, shop])
  expect(of('shop')).toBe(shop)
  expect(of('garden')).toBeInstanceOf(Promise)
})

test('a read that fails is tried again', async () => {
  const { asked, of } = setUp()
  const first = Promise.resolve(of('shop'))
  asked[0]!.fail(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  void of('shop')
  expect(asked).toHaveLength(2)
})

test('what was being read while it was forgotten is not kept', async () => {
  const { asked, of, forget } = setUp()
  const old = of('shop')
  forget('shop')
  const next = of('shop')
  asked[0]!.answer({ version: 1 })
  expect(await old).toEqual({ version: 1 })
  expect(of('shop')).toBe(next)
  asked[1]!.answer({ version: 2 })
  await next
  expect(of('shop')).toEqual({ version: 2 })
})
