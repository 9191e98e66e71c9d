import { expect, test } from 'vitest'
import { renditionCache } from './rendition-cache.ts'

test('what was used last is kept, as much as there is room for', () => {
  const cache = renditionCache(10)
  cache.keep('a', Buffer.alloc(4))
  cache.keep('b', Buffer.alloc(4))
  cache.find('a')
  cache.keep('c', Buffer.alloc(4))
  expect(['a', 'b', 'c'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true])
})

test('what is larger than all room is not kept', () => {
  const cache = renditionCache(10)
  cache.keep('a', Buffer.alloc(11))
  expect(cache.find('a')).toBeUndefined()
})
