/** Mixes a seed into 32 bits that look random, different ones with each call (mulberry32). */
function bitsOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** Numbers from 0 to below 1, the same for each seed, so that a failure can be run again by its seed. */
export function randomOf(seed: number): () => number {
  const bits = bitsOf(seed)
  return () => bits() / 2 ** 32
}

/** Whole numbers from 0 to below a limit, the same for each seed. */
export function randomBelow(seed: number): (limit: number) => number {
  const bits = bitsOf(seed)
  return (limit) => bits() % limit
}
