/** How many passwords that never leaked a list refuses: one of a thousand. Each tenth of it costs 4.8 bits per hash. */
export const FALSE_POSITIVE_RATE = 0.001

/** Beyond it, numbers on the way to a position would not be exact. */
const BITS_MAX = 2 ** 40

/** The bits of a Bloom filter and how many of them each hash sets. */
export interface FilterSize {
  bits: number
  perHash: number
}

/** The smallest filter of so many hashes that keeps to the rate. */
export function filterSize(hashes: number, rate = FALSE_POSITIVE_RATE): FilterSize {
  const bits = Math.ceil((-Math.max(hashes, 1) * Math.log(rate)) / Math.LN2 ** 2)
  if (bits > BITS_MAX) throw new RangeError(`A list has at most ${BITS_MAX} bits`)
  return { bits, perHash: Math.max(1, Math.round(-Math.log2(rate))) }
}

/**
 * The bits of a hash: two numbers of 48 bits from it, combined as by Kirsch and Mitzenmacher, so that no further hash is
 * computed. Every number on the way is exact.
 */
export function positionsOf(hash: Buffer, { bits, perHash }: FilterSize): number[] {
  const start = hash.readUIntBE(0, 6) % bits
  const step = 1 + (hash.readUIntBE(6, 6) % Math.max(1, bits - 1))
  return Array.from({ length: perHash }, (_, index) => (start + index * step) % bits)
}
