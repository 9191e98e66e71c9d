/** The slot on a project's database that keeps the log until it was received. */
export const ARCHIVE_SLOT = 'basalt_archive'

/** What its connection is called, which a synchronous database waits for. */
export const RECEIVER_NAME = 'basalt archive'

/** After a failure, receiving the log is tried again. */
export const RECEIVER_RETRY_MS = 1_000

/** How often it is checked whether the log arrives. */
export const RECEIVER_CHECK_MS = 1_000

/** How long receiving the log may fail before people are told, so that they are told within a minute. */
export const ARCHIVE_BEHIND_MS = 45_000

/** A table with fewer rows than this may have lost all of them between the estimate and the backup. */
export const ROWS_TO_EXPECT = 1_000

/** As many damages are listed. */
export const PROBLEMS_MAX = 20
