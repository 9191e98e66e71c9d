import { hash } from 'node:crypto'

/** Of SHA-256. */
const BLOCK_BYTES = 64
const HASH_BYTES = 32
/** What the key is combined with, inside and outside. */
const INNER = 0x36
const OUTER = 0x5c
/** Room for nearly every token; longer messages get a buffer of their own. */
const USUAL_BYTES = 8 * 1024

const usualInner = Buffer.allocUnsafeSlow(BLOCK_BYTES + USUAL_BYTES)
const outer = Buffer.allocUnsafeSlow(BLOCK_BYTES + HASH_BYTES)

/**
 * HMAC-SHA256 (RFC 2104). Node's own makes an object for each, whose memory is freed by the garbage collector: for a
 * short message it takes three times as long, and a renewal of a session needs three.
 */
export function hmacSha256(
  key: string | Buffer,
  message: string | Buffer,
  encoding: 'base64url' | 'binary',
): string {
  const bytes = Buffer.byteLength(message)
  const inner = bytes <= USUAL_BYTES ? usualInner : Buffer.allocUnsafe(BLOCK_BYTES + bytes)
  padKey(key, inner)
  if (typeof message === 'string') inner.write(message, BLOCK_BYTES)
  else message.copy(inner, BLOCK_BYTES)
  outer.write(hash('sha256', inner.subarray(0, BLOCK_BYTES + bytes), 'binary'), BLOCK_BYTES, 'binary')
  return hash('sha256', outer, encoding)
}

/** Writes the first block of both hashes. A longer key is replaced by its hash. */
function padKey(key: string | Buffer, inner: Buffer) {
  const isLong = Buffer.byteLength(key) > BLOCK_BYTES
  const bytes = isLong ? hash('sha256', key, 'buffer') : key
  const length = typeof bytes === 'string' ? outer.write(bytes) : bytes.copy(outer)
  outer.fill(0, length, BLOCK_BYTES)
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = outer[at]!
    inner[at] = byte ^ INNER
    outer[at] = byte ^ OUTER
  }
}
