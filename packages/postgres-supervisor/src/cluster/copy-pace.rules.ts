/**
 * How files are copied: `in-advance` while nobody waits for the copy, with rests; `gentle` while somebody does and the source
 * is in use; `full` while the source is not.
 */
export type CopyPace = 'in-advance' | 'gentle' | 'full'

/** How often to check whether the source is in use. */
export const USE_CHECK_MS = 25

/** How long after its last write a source counts as in use: one that commits once a second is. */
export const IN_USE_MS = 1_000

/**
 * The pace of a copy whose source has last written `sinceWriteMs` ago, which is undefined until that is known.
 */
export const copyPace = ({
  isAwaited,
  sinceWriteMs,
}: {
  isAwaited: boolean
  sinceWriteMs: number | undefined
}): CopyPace => {
  if (!isAwaited) return 'in-advance'
  return sinceWriteMs === undefined || sinceWriteMs < IN_USE_MS ? 'gentle' : 'full'
}
