import { createHash } from 'node:crypto'
import { storageError } from '../storage-error.ts'
import { checksums } from './checksums.ts'
import { type Claim, chunkSignature, isSame } from './sigv4.ts'

const LINE_MAX = 4096

interface Signing {
  key: Buffer
  claim: Claim
}

/** Reads a stream by length or by line. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more() {
    const { value, done } = await this.#source.next()
    if (done) throw storageError('InvalidRequest', 'The body ended before its last chunk')
    const more = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    this.#rest = this.#rest.length === 0 ? more : Buffer.concat([this.#rest, more])
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
      const chunk = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }
}

/**
 * Decodes an `aws-chunked` body: `length;chunk-signature=…` before each chunk, and trailers after the last one.
 * Verifies signatures if `signing` is given, and the checksum in the trailer that the headers announce.
 */
export async function* chunkedBody(
  source: AsyncIterable<Uint8Array>,
  signing: Signing | undefined,
  announced = '',
) {
  const reader = new Reader(source)
  let previous = signing?.claim.signature ?? ''
  const checksum = await checksums[announced]?.()
  for (;;) {
    const [size = '', given = ''] = (await reader.line()).split(';chunk-signature=')
    if (!/^[0-9a-f]{1,10}$/i.test(size))
      throw storageError('InvalidRequest', 'A chunk of the body has no length')
    const length = Number.parseInt(size, 16)
    const hash = createHash('sha256')
    for await (const chunk of reader.bytes(length)) {
      if (signing) hash.update(chunk)
      checksum?.update(chunk)
      yield chunk
    }
    if (signing) {
      const expected = chunkSignature(signing.key, signing.claim, previous, hash.digest('hex'))
      if (!isSame(expected, given)) throw storageError('SignatureDoesNotMatch')
      previous = expected
    }
    if (length === 0) break
    await reader.line()
  }
  const trailers = await trailersIn(reader)
  if (checksum && trailers.get(announced) !== (await checksum.end())) throw storageError('BadDigest')
}

/** The trailers by name, up to an empty line or the end of the body. */
async function trailersIn(reader: Reader) {
  const next = () => reader.line().catch(() => '')
  const trailers = new Map<string, string>()
  for (let line = await next(); line !== ''; line = await next()) {
    const [name = '', value = ''] = line.split(':')
    trailers.set(name.trim().toLowerCase(), value.trim())
  }
  return trailers
}
