import pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { backendKey, sendCancelRequest } from '../cancel-request.ts'
import { isConnectionLost } from '../project-connection.ts'
import { failedAt, type TripStatement } from '../round-trip.ts'
import type { MemberRights } from './member-rights.ts'
import type { SqlLogin } from './sql-login.ts'
import type { Lease } from './sql-pool.ts'
import type { SqlPools } from './sql-pools.ts'

/** Who SQL of ours runs as: a member, a login, and what policies read of a request when a role was chosen. */
export interface Member extends SqlLogin {
  readonly userId: string
  /** When the member's rights were checked, or earlier; in milliseconds of `performance.now`. */
  readonly requestedAt: number
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

export interface MemberLeaseOptions {
  readonly access: 'read only' | 'read write'
  /** Cancels the running statement. */
  readonly signal: AbortSignal
  /** Is the work one trip, which may find and leave statements prepared? */
  readonly isTrip: boolean
}

/**
 * Work on a connection of the member's, which ends its transaction itself. `signal` is aborted when the caller leaves or
 * loses the rights.
 */
type LeaseWork<T> = (lease: Lease, signal: AbortSignal, onCommit: () => void) => Promise<T>

export interface MemberLeaseDeps extends Pick<SqlPools, 'acquire'> {
  readonly rights: Pick<MemberRights, 'during'>
  /** Throws `locked` while the project is locked against changes. */
  mustBeUnlocked(ref: string): Promise<void>
}

/**
 * Lends connections for work with a member's rights, which is cancelled when the member loses them. An error rolls back
 * and is thrown as it came. Throws `forbidden` when the member has lost the rights, `locked` for writing to a project
 * that is locked, `instance_unavailable` when the database does not answer or the connection is lost.
 */
export function memberLeases({ acquire, rights, mustBeUnlocked }: MemberLeaseDeps) {
  const during = async <T>(
    ref: string,
    member: Member,
    { access, signal, isTrip }: MemberLeaseOptions,
    work: LeaseWork<T>,
  ): Promise<T> => {
    signal.throwIfAborted()
    if (access === 'read write') await mustBeUnlocked(ref)
    const lease = await acquire(ref, member, { isPrepared: isTrip })
    let cancelling: Promise<void> | undefined
    const cancel = () => {
      cancelling = sendCancelRequest(backendKey(lease.client))
        .catch(lease.terminate)
        .catch(() => undefined)
    }
    signal.addEventListener('abort', cancel, { once: true })
    let end: 'done' | 'rolled back' | 'broken' = 'broken'
    let isCommitting = false
    try {
      signal.throwIfAborted()
      const result = await work(lease, signal, () => {
        isCommitting = true
      })
      end = 'done'
      return result
    } catch (error) {
      end = await lease.client.query('rollback').then(
        () => 'rolled back',
        () => 'broken',
      )
      // The work may have put PostgreSQL's error into words.
      const origin = error instanceof AppError ? error.options.cause : error
      throw !signal.aborted && origin !== undefined && isConnectionLost(origin)
        ? connectionLost(access, isCommitting && !wasTold(origin), origin)
        : error
    } finally {
      signal.removeEventListener('abort', cancel)
      // A cancel request may arrive late and must not hit another caller's statement.
      await cancelling
      if (end === 'broken' || cancelling !== undefined) lease.destroy()
      else if (isTrip && end === 'done') lease.giveBackPrepared()
      else lease.giveBack('', 'I')
    }
  }
  return <T>(ref: string, member: Member, options: MemberLeaseOptions, work: LeaseWork<T>): Promise<T> =>
    rights.during({ ...member, ref }, options.signal, (signal) =>
      during(ref, member, { ...options, signal }, work),
    )
}

/** What begins a transaction with these settings, as the member or the role that they chose. */
export function beginning(
  { role, claims }: Member,
  access: MemberLeaseOptions['access'],
  settings: Readonly<Record<string, string>>,
): TripStatement[] {
  const local = Object.entries({
    ...settings,
    ...(role !== undefined && { 'request.jwt.claims': JSON.stringify(claims ?? { role }), role }),
  })
  const calls = local.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  return [
    { text: `begin isolation level read committed ${access}`, values: [] },
    ...(local.length === 0 ? [] : [{ text: `select ${calls.join(', ')}`, values: local.flat() }]),
  ]
}

/** The error of a trip that started with `beginning`: a role that cannot be assumed is a `conflict`. */
export function asTripError({ role }: Member, cause: unknown): unknown {
  if (role === undefined || !(cause instanceof pg.DatabaseError) || failedAt(cause) !== 1) return cause
  return new AppError('conflict', `The role ${role} cannot be used now: ${cause.message}`, { cause })
}

/** PostgreSQL said that it ended the connection at a statement, so that the commit behind it has not run. */
const wasTold = (origin: unknown) => origin instanceof pg.DatabaseError && failedAt(origin) !== undefined

/** PostgreSQL rolls back what has not been committed. Whether a commit arrived, only the rows can tell. */
function connectionLost(access: MemberLeaseOptions['access'], isCommitting: boolean, cause: unknown) {
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
