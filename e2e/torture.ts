/** The seed of the first repetition under `npm run torture`; undefined in the other runs, where such stories are short. */
export const tortureSeed: number | undefined = process.env.BASALT_TORTURE_SEED
  ? Number(process.env.BASALT_TORTURE_SEED)
  : undefined

/** Marks stories that `npm run torture` repeats. */
export const TORTURE = { tag: '@torture' }
