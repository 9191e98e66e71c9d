import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { chunkedBody } from './chunked-body.ts'

/** A body in small chunks with arbitrary boundaries. */
async function* chunked(body: string, length: number) {
  for (let start = 0; start < body.length; start += length)
    yield Buffer.from(body.slice(start, start + length))
}
const read = (body: string, announced?: string, length = 7) =>
  text(chunkedBody(chunked(body, length), undefined, announced))

test.each([1, 2, 7, 1000])('decodes chunks, reading %i bytes at a time', async (length) => {
  expect(await read('5\r\nhello\r\n4\r\n you\r\n0\r\n\r\n', undefined, length)).toBe('hello you')
})

test.each([
  ['x-amz-checksum-crc32', 'NhCmhg=='],
  ['x-amz-checksum-crc32c', 'mnG7TA=='],
  ['x-amz-checksum-crc64nvme', 'M3eFcAZSQlc='],
  ['x-amz-checksum-sha1', 'qvTGHdzF6KLavt4PO0gs2a6pQ00='],
  ['x-amz-checksum-sha256', 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='],
])('corrupted bytes are refused by %s', async (name, sum) => {
  const body = (bytes: string, trailer: string) => `5\r\n${bytes}\r\n0\r\n${trailer}\r\n\r\n`
  const refusal = { options: { details: { reason: 'BadDigest' } } }
  expect(await read(body('hello', `${name}:${sum}`), name)).toBe('hello')
  await expect(read(body('hallo', `${name}:${sum}`), name)).rejects.toMatchObject(refusal)
  await expect(read(body('hello', 'another:one'), name)).rejects.toMatchObject(refusal)
})

test('a body that ends before its last chunk is refused', async () => {
  await expect(read('5\r\nhello\r\n')).rejects.toMatchObject({
    options: { details: { reason: 'InvalidRequest' } },
  })
})
