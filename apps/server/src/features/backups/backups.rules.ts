/** The slot on a project's database that keeps the log until it was received. */
export const ARCHIVE_SLOT = 'basalt_archive'

/** What its connection is called, which a synchronous database waits for. */
export const RECEIVER_NAME = 'basalt archive'

/** After a failure, receiving the log is tried again. */
export const RECEIVER_RETRY_MS = 1_000

/** How long the connection of a receiver may take to end before its slot is removed. */
export const RECEIVER_END_MS = 5_000

/** How often it is checked whether the log arrives. */
export const RECEIVER_CHECK_MS = 1_000

/** How long receiving the log may fail before people are told, so that they are told within a minute. */
export const ARCHIVE_BEHIND_MS = 45_000

/** A larger database is not backed up before each statement that removes data: people would wait too long. */
export const BACKUP_FIRST_BYTES = 1024 ** 3

/** How long such a statement waits for its backup. */
export const BACKUP_FIRST_MS = 60_000

/** A table with fewer rows than this may have lost all of them between the estimate and the backup. */
export const ROWS_TO_EXPECT = 1_000

/**
 * How much smaller than the estimate of its rows a restored table may be. The server estimates from samples, and rows that it
 * spreads unevenly make it believe in some that are not there.
 */
export const ROWS_TOLERANCE = 0.3

/** As many damages are listed. */
export const PROBLEMS_MAX = 20
