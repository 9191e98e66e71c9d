import type { RecoveryTimeline } from '@basalt/contract/backups/backups.schema.ts'
import type { ChangeOrigin, ChangeOutcome, MissingPart } from '@basalt/contract/ledger/ledger.rules.ts'
import type { MemberCall } from '../../http/member-call.ts'
import type { EndedRun } from '../query-history/query-history.port.ts'

/** What a change does, as far as it is known when it runs. */
export interface ChangeNotes {
  readonly kind: 'schema' | 'data'
  readonly statements: readonly string[]
  /** What the statements lack to make the change again. */
  readonly missing?: MissingPart
  /** Rows that were inserted, updated or deleted. */
  readonly rows?: number
  /** The version of the migration that it is. */
  readonly migration?: string
}

/**
 * Makes a change in one transaction, and records how it ended. The work notes its statements before it runs them, and may
 * note more later; without a note, nothing is recorded.
 */
export type RecordedChange = <T>(
  call: Pick<MemberCall, 'ref' | 'member' | 'email' | 'signal'>,
  origin: ChangeOrigin,
  work: (note: (notes: ChangeNotes) => void) => Promise<T>,
) => Promise<T>

/** A change made by a form or an import that has ended. */
export interface ChangeToRecord extends ChangeNotes {
  readonly ref: string
  readonly origin: ChangeOrigin
  /** The email address of the member. */
  readonly madeBy: string
  /** The database role; undefined for the member's own. */
  readonly role: string | undefined
  readonly startedAt: Date
  readonly durationMs: number
  readonly outcome: ChangeOutcome
  /** Why nothing was changed. */
  readonly error?: unknown
}

/** A transaction that was held open for review, and then committed. */
export interface CommittedText {
  readonly ref: string
  readonly madeBy: string
  readonly role: string
  readonly text: string
  /** Just before the commit began. */
  readonly startedAt: Date
}

/** Changes that may become a migration. */
export interface StoredChange {
  readonly id: string
  readonly kind: 'schema' | 'data'
  readonly sql: string
  readonly missing: MissingPart | null
  readonly role: string
  readonly outcome: ChangeOutcome
}

/** What is recorded. Recording only touches memory; a failure to write is logged and retried. */
export interface Ledger {
  recorded: RecordedChange
  /** A change that is not one transaction, such as an import, once it has ended. */
  record(change: ChangeToRecord): void
  recordRun(run: EndedRun): void
  recordCommit(text: CommittedText): void
  /** The changes with these ids, in the order in which they were made; ids of none are left out. */
  find(ref: string, ids: readonly string[]): Promise<StoredChange[]>
  /** The newest changes that were made since a time in ISO 8601, newest first. */
  activity(ref: string, since: string): Promise<RecoveryTimeline>
  /** Notes that changes are part of a migration. */
  markMigrated(ref: string, ids: readonly string[], version: string): Promise<void>
}
