import { expect, test } from 'vitest'
import { collect } from '../../test/collect.ts'
import { serverSentData } from './server-sent-data.ts'

async function* pieces(bytes: Uint8Array, ...cuts: number[]) {
  const places = [0, ...cuts, bytes.length]
  for (const [index, from] of places.slice(0, -1).entries()) yield bytes.slice(from, places[index + 1])
}

const bytes = new TextEncoder().encode(
  ': hello\r\nevent: x\r\ndata: {"a":"é😀"}\r\n\r\ndata:two\r\ndata: lines\r\n\r\n\r\ndata: last',
)

test('events are complete wherever the bytes are split', async () => {
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(await collect(serverSentData(pieces(bytes, cut), 1000))).toEqual([
      '{"a":"é😀"}',
      'two\nlines',
      'last',
    ])
})

test('lines may end with a line feed only', async () => {
  const text = new TextEncoder().encode('data: 1\n\ndata: 2\n\n')
  expect(await collect(serverSentData(pieces(text), 1000))).toEqual(['1', '2'])
})

test('an endless event throws', async () => {
  const endless = new TextEncoder().encode(`data: ${'x'.repeat(2000)}`)
  await expect(collect(serverSentData(pieces(endless, 500), 1000))).rejects.toThrow(RangeError)
})
