import type { IncomingHttpHeaders } from 'node:http'
import { storageError } from '../storage-error.ts'
import { type Checksum, checksums, hashChecksum } from './checksums.ts'

/** Passes bytes through. Throws BadDigest at the end if they do not match a checksum in the headers. */
export async function* checkedBody(source: AsyncIterable<Uint8Array>, headers: IncomingHttpHeaders) {
  const stated: { value: string; checksum: Checksum }[] = []
  for (const [name, make] of Object.entries(checksums)) {
    const value = headers[name]
    if (typeof value === 'string') stated.push({ value, checksum: await make() })
  }
  const signed = String(headers['x-amz-content-sha256'])
  if (/^[0-9a-f]{64}$/.test(signed))
    stated.push({ value: Buffer.from(signed, 'hex').toString('base64'), checksum: hashChecksum('sha256') })
  for await (const chunk of source) {
    for (const { checksum } of stated) checksum.update(chunk)
    yield chunk
  }
  for (const { value, checksum } of stated)
    if ((await checksum.end()) !== value) throw storageError('BadDigest')
}
