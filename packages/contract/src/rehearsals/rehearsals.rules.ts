/** Statements of one rehearsal on a copy: each is followed by a look at its locks and sizes. */
export const REHEARSED_STATEMENTS_MAX = 1_000
/** Characters of each statement in a report. */
export const REHEARSED_STATEMENT_SHOWN = 500
/** How long a rehearsal may take, with the time to copy the database. */
export const REHEARSAL_TIMEOUT_MS = 2 * 60 * 60 * 1000
/**
 * What stays free on the disk, which the project shares with the copy: a rehearsal is not begun without it, and ends when
 * it is used up.
 */
export const REHEARSAL_RESERVE_BYTES = 512 * 1024 * 1024

/** Locks that block writers or more, as in `pg_locks`, weakest first. */
export const BLOCKING_LOCKS = [
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
] as const

/** What must be free on the disk for a copy. One that shares the blocks of the database needs space only for what changes. */
export const neededBytes = ({
  databaseBytes,
  sharesBlocks,
}: {
  databaseBytes: number
  sharesBlocks: boolean
}): number => REHEARSAL_RESERVE_BYTES + (sharesBlocks ? 0 : databaseBytes)
