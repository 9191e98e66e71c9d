import { expect, test } from 'vitest'
import { ChunkPool } from './chunk-pool.ts'

function chunks() {
  const response = { writableLength: 0 }
  const pool = new ChunkPool(response)
  return { response, next: (count: number) => Array.from({ length: count }, () => pool.next()) }
}

test('the two chunks that the stream may hold are not reused, the one before them is', () => {
  const { next } = chunks()
  const [first, second, third, fourth] = next(4)
  expect(new Set([first, second, third]).size).toBe(3)
  expect(fourth).toBe(first)
})

test('no chunk is reused while the response has unsent data', () => {
  const { response, next } = chunks()
  response.writableLength = 1
  const all = next(20)
  expect(new Set(all).size).toBe(20)
  response.writableLength = 0
  expect(all.slice(-2)).not.toContain(next(1)[0])
})
