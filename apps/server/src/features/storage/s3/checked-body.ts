import type { IncomingHttpHeaders } from 'node:http'
import { storageError } from '../storage-error.ts'
import { hashSum, sums } from './checksums.ts'

/** Passes bytes through, and throws BadDigest at the end when they are not those that the headers state. */
export async function* checkedBody(source: AsyncIterable<Uint8Array>, headers: IncomingHttpHeaders) {
  const stated = Object.entries(sums).flatMap(([name, make]) => {
    const value = headers[name]
    return typeof value === 'string' ? [{ value, sum: make() }] : []
  })
  const signed = String(headers['x-amz-content-sha256'])
  if (/^[0-9a-f]{64}$/.test(signed))
    stated.push({ value: Buffer.from(signed, 'hex').toString('base64'), sum: hashSum('sha256') })
  for await (const chunk of source) {
    for (const { sum } of stated) sum.update(chunk)
    yield chunk
  }
  for (const { value, sum } of stated) if ((await sum.end()) !== value) throw storageError('BadDigest')
}
