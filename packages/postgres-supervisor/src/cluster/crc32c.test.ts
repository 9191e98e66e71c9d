import { expect, test } from 'vitest'
import { crc32c } from './crc32c.ts'

// RFC 3720, appendix B.4; the first is the usual check value of CRC catalogues.
test.each([
  ['123456789', Buffer.from('123456789'), 0xe3069283],
  ['32 bytes of zeros', Buffer.alloc(32), 0x8a9136aa],
  ['32 bytes of ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['32 bytes that count', Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 0x46dd794e],
  ['nothing', Buffer.alloc(0), 0],
])('the CRC-32C of %s', (_what, bytes, checksum) => {
  expect(crc32c(bytes)).toBe(checksum)
})
