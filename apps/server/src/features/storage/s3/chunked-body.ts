import { createHash } from 'node:crypto'
import { storageError } from '../storage-error.ts'
import { sums } from './checksums.ts'
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
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}

/**
 * The bytes of an `aws-chunked` body: `length;chunk-signature=…` before each chunk, and after the last one trailers.
 * Signatures are verified where `signing` is given, and the sum in a trailer that the headers announce.
 */
export async function* chunkedBody(
  source: AsyncIterable<Uint8Array>,
  signing: Signing | undefined,
  announced = '',
) {
  const reader = new Reader(source)
  let previous = signing?.claim.signature ?? ''
  const sum = sums[announced]?.()
  for (;;) {
    const [size = '', given = ''] = (await reader.line()).split(';chunk-signature=')
    if (!/^[0-9a-f]{1,10}$/i.test(size))
      throw storageError('InvalidRequest', 'A chunk of the body has no length')
    const length = Number.parseInt(size, 16)
    const hash = createHash('sha256')
    for await (const piece of reader.bytes(length)) {
      if (signing) hash.update(piece)
      sum?.update(piece)
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
  const trailers = await trailersIn(reader)
  if (sum && trailers.get(announced) !== (await sum.end())) throw storageError('BadDigest')
}

/** What follows the last chunk, by name, up to an empty line or the end of the body. */
async function trailersIn(reader: Reader) {
  const next = () => reader.line().catch(() => '')
  const trailers = new Map<string, string>()
  for (let line = await next(); line !== ''; line = await next()) {
    const [name = '', value = ''] = line.split(':')
    trailers.set(name.trim().toLowerCase(), value.trim())
  }
  return trailers
}
