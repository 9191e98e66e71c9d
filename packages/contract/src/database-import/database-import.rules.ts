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

/**
 * Where an import gets its rows from: one copy of another database, a database that is followed until the switch-over, or
 * an uploaded dump.
 */
export const importKinds = ['copy', 'follow', 'file'] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * What a running import does. A copy goes through `definition`, `rows`, `constraints` and `finishing`; one that follows
 * its source stays `following` until it is switched over. `removing` only when it does not succeed.
 */
export const importPhases = [
  'definition',
  'rows',
  'constraints',
  'connecting',
  'following',
  'switching',
  'finishing',
  'removing',
] as const
export type ImportPhase = (typeof importPhases)[number]

/**
 * Replication slots and WAL senders that following needs free at the source: one for the changes, and one for each of the
 * two tables that PostgreSQL copies at once by default.
 */
export const FOLLOW_SLOTS = 3

/** How long the source may take to create a replication slot, which waits for its open transactions, in seconds. */
export const SLOT_WAIT_SECONDS = 60

/** How long the project may take to catch up while the source's tables are locked for a switch-over, in seconds. */
export const SWITCH_OVER_SECONDS = 60

/** Tables that a check of a source lists by name for a reason; the rest is counted. */
export const TABLES_LISTED = 100

/** States of a followed table, in this order. */
export const followedTableStates = ['waiting', 'copying', 'catching_up', 'streaming'] as const
export type FollowedTableState = (typeof followedTableStates)[number]

/** Bytes of one statement, or of one row, of an uploaded dump. They are held in memory. */
export const DUMP_STATEMENT_BYTES_MAX = 64 * 1024 * 1024
