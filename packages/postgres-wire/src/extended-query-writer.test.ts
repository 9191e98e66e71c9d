import { expect, test } from 'vitest'
import { ExtendedQueryWriter } from './extended-query-writer.ts'

const message = new ExtendedQueryWriter()
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

test('each message has the format that PostgreSQL documents, back to back', () => {
  message.close('s0')
  message.parse('s1', 'select $1')
  message.bind('s1', ['é', null])
  message.bind('s1', [Buffer.from([0, 255]), 'x'])
  message.execute()
  message.sync()
  expect(message.take()).toEqual(
    bytes(
      ...['C', [0, 0, 0, 8], 'Ss0\0'],
      ...['P', [0, 0, 0, 19], 's1\0select $1\0', [0, 0]],
      ...['B', [0, 0, 0, 24], '\0s1\0', [0, 0, 0, 2], [0, 0, 0, 2], 'é', [255, 255, 255, 255], [0, 0]],
      ...['B', [0, 0, 0, 29], '\0s1\0', [0, 2, 0, 1, 0, 0], [0, 2], [0, 0, 0, 2, 0, 255]],
      ...[[0, 0, 0, 1], 'x', [0, 0]],
      ...['E', [0, 0, 0, 9], '\0', [0, 0, 0, 0], 'S', [0, 0, 0, 4]],
    ),
  )
  expect(message.take()).toHaveLength(0)
})

test('a value of any size is written whole, and bytes already taken do not change', () => {
  const long = '€'.repeat(100_000)
  message.bind('s1', [long])
  const taken = message.take()
  message.bind('s1', ['other'])
  expect(message.take().length).toBeLessThan(50)
  expect(taken.includes(long)).toBe(true)
  expect(taken.readInt32BE(1)).toBe(taken.length - 1)
  expect(taken.readInt32BE(13)).toBe(Buffer.byteLength(long))
})
