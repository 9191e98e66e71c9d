import type pg from 'pg'
import { unpreparedTrip } from '../round-trip.ts'
import { DASHBOARD_MARK } from './dashboard-mark.ts'
import { asTripError, beginning, type Member, type MemberLeaseDeps, memberLeases } from './member-lease.ts'
import type { ProtocolClient } from './protocol.ts'
import type { Lease } from './sql-pool.ts'

export interface MemberTransactionOptions {
  readonly access: 'read only' | 'read write'
  /** Cancels the running statement. */
  readonly signal: AbortSignal
  /** Server settings of the transaction. */
  readonly settings?: Readonly<Record<string, string>>
  /** Statements that open the transaction, in the same round trip. */
  readonly opening?: readonly TextStatement[]
}

export interface TextStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** Runs a statement; its rows come as arrays of text. A text of several statements has no values and returns no rows. */
export type RunText = (statement: TextStatement) => Promise<(string | null)[][]>

/**
 * What a transaction does. The client is for protocols that `run` has no words for; `signal` is aborted when the caller
 * leaves or loses the rights; `opened` are the rows of the last opening statement, or none.
 */
type TransactionWork<T> = (
  run: RunText,
  client: ProtocolClient,
  signal: AbortSignal,
  opened: (string | null)[][],
) => Promise<T>

export type MemberTransaction = ReturnType<typeof memberTransactions>

const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value }

/**
 * Transactions with a member's rights for SQL of ours. They end when the member loses these rights. An error rolls back
 * and is thrown as it came. Throws `forbidden` when the member has lost the rights, `instance_unavailable` when the
 * database does not answer or the connection is lost, `conflict` for a role that cannot be assumed.
 */
export function memberTransactions(deps: MemberLeaseDeps) {
  const lend = memberLeases(deps)
  return <T>(
    ref: string,
    member: Member,
    options: MemberTransactionOptions,
    work: TransactionWork<T>,
  ): Promise<T> =>
    lend(ref, member, { ...options, isTrip: false }, async (lease, signal, onCommit) => {
      const opened = await begin(lease, member, options)
      const result = await work(runOn(lease, signal), lease.client, signal, opened)
      signal.throwIfAborted()
      onCommit()
      await lease.client.query('commit')
      return result
    })
}

const runOn =
  ({ client }: Lease, signal: AbortSignal): RunText =>
  async ({ text, values }) => {
    // A cancel request between two statements ends neither.
    signal.throwIfAborted()
    const query = {
      text: text + DASHBOARD_MARK,
      values: [...values],
      rowMode: 'array' as const,
      types: AS_TEXT,
    }
    const answer = await client.query<(string | null)[]>(query)
    return Array.isArray(answer) ? [] : answer.rows
  }

/** One round trip, whatever there is to set. Returns the rows of the last opening statement. */
async function begin(
  { client }: Lease,
  member: Member,
  { access, settings = {}, opening = [] }: MemberTransactionOptions,
) {
  try {
    const rows = await unpreparedTrip(client, [...beginning(member, access, settings), ...opening])
    return opening.length === 0 ? [] : rows
  } catch (error) {
    throw asTripError(member, error)
  }
}
