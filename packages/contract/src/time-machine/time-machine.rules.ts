/** Rows that differ between a past moment and now, as one comparison returns them; all are counted. */
export const DIFFERING_ROWS_SHOWN = 200
/** Characters of a value that a comparison returns. */
export const PAST_VALUE_SHOWN = 500
/** Rows that one call brings back. A dropped table has no such limit. */
export const ROWS_BROUGHT_BACK_MAX = 20_000
/** Days without use after which an opened moment is closed. */
export const PAST_MOMENT_DAYS = 2
/** How long bringing back waits for a lock, so that the queries of the project do not wait behind it. */
export const BRING_BACK_LOCK_MS = 2_000

/** What happened to a row since a past moment. */
export const rowFates = ['deleted', 'changed', 'added'] as const
export type RowFate = (typeof rowFates)[number]

/** Why the rows of a table cannot be compared with those of a past moment, or `dropped` for a table that is gone. */
export const pastTableStates = ['comparable', 'dropped', 'no_key', 'unlogged', 'key_changed'] as const
export type PastTableState = (typeof pastTableStates)[number]

/** The name of an opened moment, in UTC to the second. */
export const pastMomentName = (moment: string) => `as of ${moment.slice(0, 19).replace('T', ' ')} UTC`
