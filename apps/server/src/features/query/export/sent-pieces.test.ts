import { expect, test } from 'vitest'
import { SentPieces } from './sent-pieces.ts'

function pieces() {
  const response = { writableLength: 0 }
  const sent = new SentPieces(response)
  return { response, next: (count: number) => Array.from({ length: count }, () => sent.next()) }
}

test('the two pieces that the stream may hold are not written over, the one before them is', () => {
  const { next } = pieces()
  const [first, second, third, fourth] = next(4)
  expect(new Set([first, second, third]).size).toBe(3)
  expect(fourth).toBe(first)
})

test('no piece is written over while the response has not sent everything', () => {
  const { response, next } = pieces()
  response.writableLength = 1
  const all = next(20)
  expect(new Set(all).size).toBe(20)
  response.writableLength = 0
  expect(all.slice(-2)).not.toContain(next(1)[0])
})
