import type { ColumnType } from 'kysely'

/** A timestamptz: read as an ISO string in UTC, written as a Date or by the database's own now(). */
export type Timestamp = ColumnType<string, Date | string, Date | string>
/** A timestamptz that defaults to now(). */
export type Now = ColumnType<string, Date | string | undefined, Date | string>
/** A timestamptz that is null until the event, and never null again. */
export type Once = ColumnType<string | null, Date | undefined, Date>

/**
 * The tables of the metadata database, as the files in migrations/ leave them. Each feature declares the tables it
 * owns in its `<feature>.tables.ts`, which adds to this interface by declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add their tables, which a type alias would not allow
export interface MetadataSchema {}
