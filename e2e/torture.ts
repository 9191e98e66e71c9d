/** The seed of the first repetition under `npm run torture`; undefined in the other runs, where such stories are short. */
export const tortureSeed: number | undefined = process.env.BASALT_TORTURE_SEED
  ? Number(process.env.BASALT_TORTURE_SEED)
  : undefined

/** Marks stories that `npm run torture` repeats. */
export const TORTURE = { tag: '@torture' }

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
