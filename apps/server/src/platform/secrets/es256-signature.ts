/**
 * The two forms of a signature on P-256: r and s side by side, as tokens carry it (RFC 7518, 3.4), and a DER sequence of
 * two integers (RFC 3279, 2.2.3). OpenSSL works with DER. When Node converts, it also parses the key for each call, which
 * doubles the time of a signature.
 */

/** Of r and of s in a token. */
const HALF_BYTES = 32
export const ES256_SIGNATURE_BYTES = 2 * HALF_BYTES

/** The lengths below fit into one byte: no signature on P-256 has more than 72 bytes. */
const SEQUENCE = 0x30
const INTEGER = 0x02
/** The first bit of an integer is its sign. */
const SIGN_BIT = 0x80

/** A signature as tokens carry it. */
export function toTokenSignature(der: Buffer): Buffer {
  const signature = Buffer.alloc(ES256_SIGNATURE_BYTES)
  const rLength = der[3] ?? 0
  copyPadded(der.subarray(4, 4 + rLength), signature, HALF_BYTES)
  copyPadded(der.subarray(6 + rLength), signature, ES256_SIGNATURE_BYTES)
  return signature
}

/** Copies an integer so that it ends at `end`. The zero before a first byte with the sign bit is dropped. */
function copyPadded(integer: Buffer, target: Buffer, end: number) {
  const digits = integer.length > HALF_BYTES ? integer.subarray(1) : integer
  digits.copy(target, end - digits.length)
}

/** A signature as OpenSSL verifies it, from the 64 bytes of a token. */
export function toDerSignature(signature: Buffer): Buffer {
  const r = toInteger(signature.subarray(0, HALF_BYTES))
  const s = toInteger(signature.subarray(HALF_BYTES))
  return Buffer.concat([Buffer.from([SEQUENCE, r.length + s.length]), r, s])
}

/** In the fewest bytes that keep it positive. */
function toInteger(half: Buffer): Buffer {
  let from = 0
  while (from < half.length - 1 && half[from] === 0) from += 1
  const digits = half.subarray(from)
  const sign = (digits[0] ?? 0) & SIGN_BIT ? [0] : []
  return Buffer.concat([Buffer.from([INTEGER, digits.length + sign.length, ...sign]), digits])
}
