import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { checkedBody } from './checked-body.ts'

async function* hello() {
  yield Buffer.from('hel')
  yield Buffer.from('lo')
}
const read = (headers: Record<string, string>) => text(checkedBody(hello(), headers))

test.each([
  ['content-md5', 'XUFAKrxLKna5cZ2REBfFkg=='],
  ['x-amz-checksum-sha1', 'qvTGHdzF6KLavt4PO0gs2a6pQ00='],
  ['x-amz-checksum-sha256', 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ='],
  ['x-amz-checksum-crc32', 'NhCmhg=='],
  ['x-amz-checksum-crc32c', 'mnG7TA=='],
  ['x-amz-checksum-crc64nvme', 'M3eFcAZSQlc='],
  ['x-amz-content-sha256', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
])('bytes are verified against %s', async (name, stated) => {
  expect(await read({ [name]: stated })).toBe('hello')
  const wrong = stated.replace(/^./, (first) => (first === '2' ? '3' : '2'))
  await expect(read({ [name]: wrong })).rejects.toMatchObject({
    options: { details: { reason: 'BadDigest' } },
  })
})

test('without a stated checksum all bytes pass', async () => {
  expect(await read({ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })).toBe('hello')
})
