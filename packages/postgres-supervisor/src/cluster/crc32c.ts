/** The polynomial of CRC-32C (RFC 3720, appendix B.4), with its bits in reverse order. */
const POLYNOMIAL = 0x82f63b78

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ POLYNOMIAL : remainder >>> 1
  return remainder
})

/** The CRC-32C of a few bytes, as PostgreSQL's control file has it. */
export function crc32c(bytes: Uint8Array): number {
  let remainder = 0xffffffff
  for (const byte of bytes) remainder = (remainder >>> 8) ^ table[(remainder ^ byte) & 0xff]!
  return (remainder ^ 0xffffffff) >>> 0
}
