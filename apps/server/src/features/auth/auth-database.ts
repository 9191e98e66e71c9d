import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { andThen, type MaybePromise } from '../../platform/maybe-promise.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import type { DatabaseCaller } from '../../platform/project-databases/database-caller.ts'
import { AUTH_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { JointStatement } from '../../platform/project-databases/shared-trips.ts'

/** The owner of the tables in `auth`. Its claims are empty: `auth.uid()` is null in triggers. */
const AUTH_ADMIN: DatabaseCaller = {
  role: AUTH_ROLE,
  claims: Object.freeze({}),
  settings: { timezone: 'UTC' },
  group: 'auth',
}

/** For changes that may be lost when the machine fails in the same moment: they do not wait for the disk. */
const WITHOUT_WAITING: DatabaseCaller = {
  ...AUTH_ADMIN,
  settings: { ...AUTH_ADMIN.settings, synchronous_commit: 'off' },
}

/**
 * A caller with a limit for each statement, and one for its connections. Our own statements are short; what takes long is a
 * trigger of the project's owner. Nearly every call has the same limits, so the last caller is kept.
 */
function limitedBy(caller: DatabaseCaller) {
  let last = { timeoutMs: Number.NaN, connections: 0, caller }
  return (timeoutMs: number, connections: number): DatabaseCaller => {
    if (last.timeoutMs !== timeoutMs || last.connections !== connections)
      last = {
        timeoutMs,
        connections,
        caller: {
          ...caller,
          settings: { ...caller.settings, statement_timeout: `${timeoutMs}ms` },
          ...(connections > 0 && { groupMax: connections }),
        },
      }
    return last.caller
  }
}

/** How long the database may take for a call to a project, in seconds, and over how many connections; 0 for its share. */
type Limits = Pick<AuthSettings, 'api_max_request_duration' | 'db_max_pool_size'>
type LimitsOf = (ref: string) => MaybePromise<Limits>

/** Runs a statement within a transaction and resolves to its rows. */
export interface Run {
  <Row extends object = Record<string, never>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Does something once the transaction is committed. It must not throw. */
  whenCommitted(work: () => void): void
}

interface JsonOptions {
  /** Need its change not survive a failure of the machine in the same moment? */
  mayBeLost?: boolean
  /** Does it take less than a millisecond, and is it called so often that it shares connections? */
  isShort?: boolean
  /** How short calls that arrive together run as one statement. */
  joint?: JointStatement
  /** For code of the project's owner. */
  timeoutMs?: number | undefined
}

export type AuthDatabase = ReturnType<typeof authDatabase>

/** The users' tables in projects' databases. All state is there, so that every server process sees the same. */
export function authDatabase(databases: ApiConnections, limitsOf: LimitsOf) {
  const lasting = limitedBy(AUTH_ADMIN)
  const losable = limitedBy(WITHOUT_WAITING)
  const callerOf = (
    ref: string,
    limited: ReturnType<typeof limitedBy>,
    timeoutMs?: number,
  ): MaybePromise<DatabaseCaller> =>
    andThen(limitsOf(ref), ({ api_max_request_duration: seconds, db_max_pool_size: connections }) =>
      limited(timeoutMs ?? seconds * 1000, connections),
    )
  return {
    /** Runs statements in one transaction; an exception rolls them back. Throws `instance_unavailable`. */
    async transaction<T>(ref: string, work: (run: Run) => Promise<T>): Promise<T> {
      let committed: (() => void)[] = []
      const result = await databases.transaction(ref, await callerOf(ref, lasting), (transaction) => {
        committed = []
        const run = async <Row extends object>(text: string, values?: unknown[]) => {
          const { rows } = await transaction.query(text, values)
          return rows as Row[]
        }
        return work(Object.assign(run, { whenCommitted: (one: () => void) => void committed.push(one) }))
      })
      for (const one of committed) one()
      return result
    },

    /**
     * Runs one statement in one round trip. Its single column is JSON; resolves to the values of its rows.
     */
    async json<T>(
      ref: string,
      text: string,
      values: readonly (string | null)[],
      { mayBeLost = false, isShort = false, joint, timeoutMs }: JsonOptions = {},
    ): Promise<T[]> {
      const finding = callerOf(ref, mayBeLost ? losable : lasting, timeoutMs)
      const caller = finding instanceof Promise ? await finding : finding
      const rows = await (isShort
        ? databases.onceShared(ref, caller, { text, values }, joint)
        : databases.once(ref, caller, { text, values }))
      return rows.map(([value]) => JSON.parse(value ?? 'null') as T)
    },
  }
}
