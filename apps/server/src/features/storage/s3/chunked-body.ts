import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { storageError } from '../storage-error.ts'
import { type Claim, chunkSignature, isSame } from './sigv4.ts'

const LINE_MAX = 4096

interface Signing {
  key: Buffer
  claim: Claim
}

/** Takes bytes out of a stream by length or up to a line break. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more() {
    const { value, done } = await this.#source.next()
    if (done) throw storageError('InvalidRequest', 'The body ended before its last chunk')
    this.#rest = this.#rest.length === 0 ? Buffer.from(value) : Buffer.concat([this.#rest, value])
  }

  async line() {
    for (;;) {
      const end = this.#rest.indexOf('\r\n')
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('latin1')
        this.#rest = this.#rest.subarray(end + 2)
        return line
      }
      if (this.#rest.length > LINE_MAX)
        throw storageError('InvalidRequest', 'A chunk of the body has no length')
      await this.#more()
    }
  }

  async *bytes(length: number) {
    for (let left = length; left > 0; ) {
      if (this.#rest.length === 0) await this.#more()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}

/**
 * The bytes of an `aws-chunked` body: `length;chunk-signature=…` before each chunk, and after the last one trailers.
 * Signatures are verified where `signing` is given, and a CRC-32 in a trailer always.
 */
export async function* chunkedBody(source: AsyncIterable<Uint8Array>, signing: Signing | undefined) {
  const reader = new Reader(source)
  let previous = signing?.claim.signature ?? ''
  let checksum = 0
  for (;;) {
    const [size = '', given = ''] = (await reader.line()).split(';chunk-signature=')
    if (!/^[0-9a-f]{1,10}$/i.test(size))
      throw storageError('InvalidRequest', 'A chunk of the body has no length')
    const length = Number.parseInt(size, 16)
    const hash = createHash('sha256')
    for await (const piece of reader.bytes(length)) {
      if (signing) hash.update(piece)
      checksum = crc32(piece, checksum)
      yield piece
    }
    if (signing) {
      const expected = chunkSignature(signing.key, signing.claim, previous, hash.digest('hex'))
      if (!isSame(expected, given)) throw storageError('SignatureDoesNotMatch')
      previous = expected
    }
    if (length === 0) break
    await reader.line()
  }
  for (
    let line = await reader.line().catch(() => '');
    line !== '';
    line = await reader.line().catch(() => '')
  ) {
    const [name, value = ''] = line.split(':')
    const expected = Buffer.alloc(4)
    expected.writeUInt32BE(checksum)
    if (name?.toLowerCase() === 'x-amz-checksum-crc32' && value.trim() !== expected.toString('base64'))
      throw storageError('BadDigest')
  }
}
