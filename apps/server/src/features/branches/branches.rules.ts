import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { PROJECT_NAME_MAX } from '@basalt/contract/projects/projects.rules.ts'

/** The name of the project that a branch is, which notifications use. Project names have no dots. */
export function branchProjectName(parent: string, branch: string): string {
  const own = ` (${branch.slice(0, BRANCH_NAME_MAX).replaceAll('.', '-')})`
  const shortened = own.length > PROJECT_NAME_MAX / 2 ? `${own.slice(0, PROJECT_NAME_MAX / 2 - 2)}…)` : own
  return `${parent.slice(0, PROJECT_NAME_MAX - shortened.length)}${shortened}`
}

/** How long a branch waits for its source to finish what it is doing, such as a restart. */
export const SOURCE_TIMEOUT_MS = 2 * 60_000

export const SOURCE_POLL_MS = 100

/**
 * Tables and views of a database whose schema is kept for merges. Reading a thousand of them blocks the server for a fifth of a
 * second.
 */
export const BASE_SCHEMA_OBJECTS_MAX = 6_000

/** How long a query of the catalog may take for that. */
export const BASE_SCHEMA_TIMEOUT_MS = 60_000

/**
 * How long reading the schema waits, so that the first queries of a new branch need not wait for it. Who changes the schema in
 * these moments waits for both.
 */
export const BASE_SCHEMA_DELAY_MS = 100

/** How long a merge request waits for the schema to be read. */
export const BASE_SCHEMA_WAIT_MS = 30_000

/** Rows of a table whose keys are kept for merges. Keeping more would take seconds, and tens of megabytes. */
export const BASE_KEYS_ROWS_MAX = 1_000_000

/** Rows of a table of whose values digests are kept too, so that changes of different columns are merged. */
export const BASE_DIGESTS_ROWS_MAX = 100_000

/** How long keeping the keys of all tables may take. */
export const BASE_KEYS_TIMEOUT_MS = 10 * 60_000

/** How many spare branches there are at most, each with a server of its own. */
export const SPARES_MAX = 2

/** How long a database must have been quiet before a spare branch of it is made; also how long its dialog is open by then. */
export const SPARE_QUIET_MS = 500

/**
 * Transactions of which is asked whether they had committed at the moment of branching: those since the backup, of a past
 * moment. Each costs a look at the log of commits while the branch is completed.
 */
export const COMMON_TRANSACTIONS_MAX = 5_000_000

/** How often to ask whether the files of its source have been copied for it. */
export const SPARE_POLL_MS = 100

/** With fewer free ports than that, others need them more. */
const SPARE_FREE_PORTS_MIN = 10

/** A server takes some 30 MB, and more once queries run on it. */
const SPARE_FREE_MEMORY_MIN = 512 * 1024 * 1024

/** Whether a spare branch may be made. */
export const hasRoomForSpare = ({ ports, memoryBytes }: { ports: number; memoryBytes: number }) =>
  ports >= SPARE_FREE_PORTS_MIN && memoryBytes >= SPARE_FREE_MEMORY_MIN
