import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import type { MaybePromise } from '../../../platform/maybe-promise.ts'

/** An incremental checksum. */
export interface Checksum {
  update(bytes: Uint8Array): unknown
  /** In base64. */
  end(): string | Promise<string>
}

/** Checksums by the name of their header or trailer, which has them in base64. */
export const checksums: Readonly<Record<string, () => MaybePromise<Checksum>>> = {
  'content-md5': () => hashChecksum('md5'),
  'x-amz-checksum-sha1': () => hashChecksum('sha1'),
  'x-amz-checksum-sha256': () => hashChecksum('sha256'),
  'x-amz-checksum-crc32': crc32Checksum,
  'x-amz-checksum-crc32c': async () => sdkChecksum(new (await sdkChecksums()).Crc32c()),
  'x-amz-checksum-crc64nvme': async () => sdkChecksum(new (await sdkChecksums()).Crc64Nvme()),
}

export function hashChecksum(algorithm: string): Checksum {
  const hash = createHash(algorithm)
  return { update: (bytes) => hash.update(bytes), end: () => hash.digest('base64') }
}

function crc32Checksum(): Checksum {
  let checksum = 0
  return {
    update: (bytes) => {
      checksum = crc32(bytes, checksum)
    },
    end() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(checksum)
      return bytes.toString('base64')
    },
  }
}

/** Large, and few clients use these checksums. */
const sdkChecksums = () => import('@aws-sdk/checksums/crc')

/** Checksums as computed by the AWS SDK. */
const sdkChecksum = (checksum: {
  update(bytes: Uint8Array): void
  digest(): Promise<Uint8Array>
}): Checksum => ({
  update: (bytes) => checksum.update(bytes),
  end: async () => Buffer.from(await checksum.digest()).toString('base64'),
})

/** Separates the object's checksum headers. One that ends with a part count covers only the parts' checksums. */
export function splitChecksumHeaders(headers: IncomingHttpHeaders) {
  const isObjects = ([name]: [string, unknown]) => name.startsWith('x-amz-checksum-') && name in checksums
  const all = Object.entries(headers)
  return {
    ofObject: Object.fromEntries(all.filter((one) => isObjects(one) && !/-\d+$/.test(String(one[1])))),
    others: Object.fromEntries(all.filter((one) => !isObjects(one))),
  }
}
