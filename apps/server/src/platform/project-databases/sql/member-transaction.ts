import pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { backendKey, sendCancelRequest } from '../cancel-request.ts'
import { isConnectionLost } from '../project-connection.ts'
import { failedAt, unpreparedTrip } from '../round-trip.ts'
import type { MemberRights } from './member-rights.ts'
import type { ProtocolClient } from './protocol.ts'
import type { SqlLogin } from './sql-login.ts'
import type { Lease } from './sql-pool.ts'
import type { SqlPools } from './sql-pools.ts'

/** Who a transaction runs as: a member, a login, and what policies read of a request when a role was chosen. */
export interface Member extends SqlLogin {
  readonly userId: string
  /** When the member's rights were checked, or earlier; in milliseconds of `performance.now`. */
  readonly requestedAt: number
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

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
export function memberTransactions({
  acquire,
  rights,
}: Pick<SqlPools, 'acquire'> & { rights: Pick<MemberRights, 'during'> }) {
  const during = async <T>(
    ref: string,
    member: Member,
    options: MemberTransactionOptions,
    work: TransactionWork<T>,
  ): Promise<T> => {
    const { signal } = options
    signal.throwIfAborted()
    const lease = await acquire(ref, member)
    let cancelling: Promise<void> | undefined
    const cancel = () => {
      cancelling = sendCancelRequest(backendKey(lease.client))
        .catch(lease.terminate)
        .catch(() => undefined)
    }
    signal.addEventListener('abort', cancel, { once: true })
    let isClean = false
    let isCommitting = false
    try {
      signal.throwIfAborted()
      const opened = await begin(lease, member, options)
      const result = await work(runOn(lease, signal), lease.client, signal, opened)
      signal.throwIfAborted()
      isCommitting = true
      await lease.client.query('commit')
      isClean = true
      return result
    } catch (error) {
      isClean = await lease.client.query('rollback').then(
        () => true,
        () => false,
      )
      // The work may have put PostgreSQL's error into words.
      const origin = error instanceof AppError ? error.options.cause : error
      throw !signal.aborted && origin !== undefined && isConnectionLost(origin)
        ? connectionLost(options.access, isCommitting, origin)
        : error
    } finally {
      signal.removeEventListener('abort', cancel)
      // A cancel request may arrive late and must not hit another caller's statement.
      await cancelling
      if (isClean && cancelling === undefined) lease.giveBack('', 'I')
      else lease.destroy()
    }
  }
  return <T>(
    ref: string,
    member: Member,
    options: MemberTransactionOptions,
    work: TransactionWork<T>,
  ): Promise<T> =>
    rights.during({ ...member, ref }, options.signal, (signal) =>
      during(ref, member, { ...options, signal }, work),
    )
}

/** PostgreSQL rolls back what has not been committed. Whether a commit arrived, only the rows can tell. */
function connectionLost(access: MemberTransactionOptions['access'], isCommitting: boolean, cause: unknown) {
  const advice =
    access === 'read only'
      ? 'Try again in a moment.'
      : isCommitting
        ? 'The changes were being committed: check whether they were made before you try again.'
        : 'Nothing was changed. Try again in a moment.'
  return new AppError('instance_unavailable', `The connection to the database was lost. ${advice}`, {
    cause,
    ...(isCommitting && access === 'read write' && { details: { outcome: 'unknown' } }),
  })
}

const runOn =
  ({ client }: Lease, signal: AbortSignal): RunText =>
  async ({ text, values }) => {
    // A cancel request between two statements ends neither.
    signal.throwIfAborted()
    const query = { text, values: [...values], rowMode: 'array' as const, types: AS_TEXT }
    const answer = await client.query<(string | null)[]>(query)
    return Array.isArray(answer) ? [] : answer.rows
  }

/** One round trip, whatever there is to set. Returns the rows of the last opening statement. */
async function begin(
  { client }: Lease,
  { role, claims }: Member,
  { access, settings = {}, opening = [] }: MemberTransactionOptions,
) {
  const local = Object.entries({
    ...settings,
    ...(role !== undefined && { 'request.jwt.claims': JSON.stringify(claims ?? { role }), role }),
  })
  const calls = local.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  const statements: TextStatement[] = [
    { text: `begin isolation level read committed ${access}`, values: [] },
    ...(local.length === 0 ? [] : [{ text: `select ${calls.join(', ')}`, values: local.flat() }]),
    ...opening,
  ]
  try {
    const rows = await unpreparedTrip(client, statements)
    return opening.length === 0 ? [] : rows
  } catch (cause) {
    if (role === undefined || !(cause instanceof pg.DatabaseError) || failedAt(cause) !== 1) throw cause
    throw new AppError('conflict', `The role ${role} cannot be used now: ${cause.message}`, { cause })
  }
}
