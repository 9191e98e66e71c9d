import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { Crc32c, Crc64Nvme } from '@aws-sdk/checksums/crc'

/** A sum over bytes that come in pieces. */
export interface Sum {
  update(bytes: Uint8Array): unknown
  /** In base64. */
  end(): string | Promise<string>
}

/** Sums that clients may state in a header or a trailer of this name, in base64. */
export const sums: Readonly<Record<string, () => Sum>> = {
  'content-md5': () => hashSum('md5'),
  'x-amz-checksum-sha1': () => hashSum('sha1'),
  'x-amz-checksum-sha256': () => hashSum('sha256'),
  'x-amz-checksum-crc32': crc32Sum,
  'x-amz-checksum-crc32c': () => clientSum(new Crc32c()),
  'x-amz-checksum-crc64nvme': () => clientSum(new Crc64Nvme()),
}

export function hashSum(algorithm: string): Sum {
  const hash = createHash(algorithm)
  return { update: (bytes) => hash.update(bytes), end: () => hash.digest('base64') }
}

function crc32Sum(): Sum {
  let sum = 0
  return {
    update: (bytes) => {
      sum = crc32(bytes, sum)
    },
    end() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(sum)
      return bytes.toString('base64')
    },
  }
}

/** As the clients of S3 make them themselves. */
const clientSum = (sum: Pick<Crc32c, 'update' | 'digest'>): Sum => ({
  update: (bytes) => sum.update(bytes),
  end: async () => Buffer.from(await sum.digest()).toString('base64'),
})

/** The headers that state sums of an object, and those that do not. A sum of the sums of its parts ends with a count. */
export function objectSums(headers: IncomingHttpHeaders) {
  const isObjects = ([name]: [string, unknown]) => name.startsWith('x-amz-checksum-') && name in sums
  const all = Object.entries(headers)
  return {
    ofObject: Object.fromEntries(all.filter((one) => isObjects(one) && !/-\d+$/.test(String(one[1])))),
    others: Object.fromEntries(all.filter((one) => !isObjects(one))),
  }
}
