/** Versions of PostgreSQL that a database can be imported from; pg_dump 18 reads no newer one. */
export const SOURCE_VERSION_MIN = 12
export const SOURCE_VERSION_MAX = 18

/** Tables that are copied at once, each over a connection of its own to both databases. */
export const TABLES_AT_ONCE = 4

/** How long the source may take to accept a connection, in seconds. */
export const SOURCE_CONNECT_SECONDS = 10

/** How long a table of the source may stay locked by others before the import fails, in seconds. */
export const SOURCE_LOCK_SECONDS = 30

/** Imports of a project that are listed. */
export const IMPORTS_LISTED = 20

/** What the report of an import lists at most of what was not carried over; the rest is counted. */
export const LEFT_OUT_LISTED = 200

export const importStatuses = ['running', 'succeeded', 'failed', 'cancelled'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** What a running import does, in this order; `removing` only when it does not succeed. */
export const importPhases = ['definition', 'rows', 'constraints', 'finishing', 'removing'] as const
export type ImportPhase = (typeof importPhases)[number]
