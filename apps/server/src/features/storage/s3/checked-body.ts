import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { storageError } from '../storage-error.ts'

interface Sum {
  update(bytes: Uint8Array): unknown
  digest(encoding: 'base64'): string
}

/** Sums that a header may state in base64. Others, such as CRC-32C, are taken as they come. */
const sums: Readonly<Record<string, () => Sum>> = {
  'content-md5': () => createHash('md5'),
  'x-amz-checksum-sha1': () => createHash('sha1'),
  'x-amz-checksum-sha256': () => createHash('sha256'),
  'x-amz-checksum-crc32': crc32Sum,
}

function crc32Sum(): Sum {
  let sum = 0
  return {
    update: (bytes) => {
      sum = crc32(bytes, sum)
    },
    digest(encoding) {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(sum)
      return bytes.toString(encoding)
    },
  }
}

/** Passes bytes through, and throws BadDigest at the end when they are not those that the headers state. */
export async function* checkedBody(source: AsyncIterable<Uint8Array>, headers: IncomingHttpHeaders) {
  const stated = Object.entries(sums).flatMap(([name, make]) => {
    const value = headers[name]
    return typeof value === 'string' ? [{ value, sum: make() }] : []
  })
  const signed = String(headers['x-amz-content-sha256'])
  if (/^[0-9a-f]{64}$/.test(signed))
    stated.push({ value: Buffer.from(signed, 'hex').toString('base64'), sum: createHash('sha256') })
  for await (const chunk of source) {
    for (const { sum } of stated) sum.update(chunk)
    yield chunk
  }
  for (const { value, sum } of stated) if (sum.digest('base64') !== value) throw storageError('BadDigest')
}
