import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { AppError } from '../../http/app-error.ts'
import { locked } from '../../http/gate.ts'
import type { ProjectSecrets } from '../secrets/project-secrets.ts'
import { inDatabaseSpan } from '../tracing/spans.ts'
import { type ApiConnections, apiConnections } from './api-connections.ts'
import { type Rows, rowsIfAwake } from './as-owner.ts'
import { databaseLogins } from './database-logins.ts'
import { AUTHENTICATOR_ROLE, READ_ONLY_ROLE, USER_ROLE } from './database-roles.ts'
import type { InstanceLocks } from './instance-locks.ts'
import { roleLogins } from './role-logins.ts'
import { memberReads } from './sql/member-reads.ts'
import type { MemberRights } from './sql/member-rights.ts'
import { memberTransactions } from './sql/member-transaction.ts'
import { memberTrips } from './sql/member-trips.ts'
import { sqlPools } from './sql/sql-pools.ts'

interface Deps {
  engine: Engine
  locks: InstanceLocks
  secrets: ProjectSecrets
  rights: MemberRights
  /** Whether a project is locked against changes by members. */
  isLocked(ref: string): Promise<boolean>
  /** The maximum number of connections of a project's APIs. */
  apiConnectionsOf(ref: string): Promise<number>
  /** Receives failures on API connections that fail no caller. */
  onApiError(error: Error, ref: string): void
}

export type ProjectDatabases = ReturnType<typeof projectDatabases>

/**
 * The one way into projects' databases. Choose by the rights that the SQL needs and by its author:
 *
 * | name | rights | SQL by | connections |
 * |---|---|---|---|
 * | `asAdmin` | Basalt's superuser | us | one per piece of work, or one kept per database |
 * | `asOwner` | the role `postgres` | us | shared, for short catalog queries |
 * | `asCaller` | any role, with the claims of a token | us | shared, one transaction each |
 * | `asReader` | the same, on a read replica that `readerKey` names | us | shared, one transaction each |
 * | `asMember` | what the member's role allows | a member | one per run |
 *
 * All of them start a sleeping database and keep it awake meanwhile, except functions named `IfAwake` or `WhileLocked`.
 * Code that manages its own connections gets a login from `logins`.
 */
export function projectDatabases({
  engine,
  locks,
  secrets,
  rights,
  isLocked,
  apiConnectionsOf,
  onApiError,
}: Deps) {
  const { hold } = locks
  const { asAdmin, wakeBy, releaseKept, closeKept, ...logins } = databaseLogins({ engine, locks, secrets })
  const roles = roleLogins({ asAdmin, internal: logins.internal }, secrets)
  const sql = sqlPools(
    async (ref, { rights: granted, role, database }) => {
      if (role === undefined)
        return logins.internal(ref, granted === 'read' ? READ_ONLY_ROLE : USER_ROLE, database)
      // Roles that can be chosen may read more than the read-only role, such as past row level security.
      if (granted === 'read') throw new AppError('forbidden', 'Read-only SQL cannot run as another role')
      return roles.target(ref, role, database)
    },
    { hold },
  )
  const asCaller = measured(
    apiConnections(
      async (ref) => ({
        ...(await logins.internal(ref, AUTHENTICATOR_ROLE)),
        max: await apiConnectionsOf(ref),
      }),
      { hold, onError: onApiError },
    ),
    (ref) => ref,
  )
  const replicas = apiConnections(
    async (key) => {
      const { ref, identifier } = readerOf(key)
      return {
        ...(await logins.internal(ref, AUTHENTICATOR_ROLE, identifier)),
        max: await apiConnectionsOf(ref),
      }
    },
    // It wakes and sleeps with its primary.
    { hold: (key) => hold(readerOf(key).ref), onError: (error, key) => onApiError(error, readerOf(key).ref) },
  )
  const asReader = measured(replicas, (key) => readerOf(key).ref)
  const ownerRows: Rows = (ref, ...rest) =>
    inDatabaseSpan(ref, 'the dashboard', () => sql.lookUp(ref, ...rest))
  const mustBeUnlocked = async (ref: string) => {
    if (await isLocked(ref)) throw locked()
  }
  const forMembers = { acquire: sql.acquire, rights, mustBeUnlocked }
  const transaction = memberTransactions(forMembers)
  const trips = memberTrips(forMembers)
  const reads = memberReads(forMembers)
  return {
    asAdmin,
    asOwner: { rows: ownerRows, rowsIfAwake: rowsIfAwake(asAdmin) },
    asCaller,
    asReader,
    asMember: {
      ...sql,
      /** Also throws `locked` for rights to everything while the project is locked: a member's SQL could begin to write. */
      async acquire(...[ref, login, options]: Parameters<typeof sql.acquire>) {
        if (login?.rights !== 'read') await mustBeUnlocked(ref)
        return sql.acquire(ref, login, options)
      },
      /**
       * Verifies that the user's role gets an answer from a database that runs, over a connection that is kept for the first run
       * of a member. Throws as `acquire`.
       */
      async probe(ref: string): Promise<void> {
        const lease = await sql.acquire(ref)
        try {
          await lease.client.query('select 1')
        } catch (error) {
          lease.destroy()
          throw error
        }
        lease.giveBack('select 1', 'I')
      },
      rights,
      roles: roles.list,
      transaction: <T>(...[ref, ...rest]: Parameters<typeof transaction<T>>): Promise<T> =>
        inDatabaseSpan(ref, 'a member', () => transaction<T>(ref, ...rest)),
      trips: (...[ref, ...rest]: Parameters<typeof trips>) =>
        inDatabaseSpan(ref, 'a member', () => trips(ref, ...rest)),
      reads: (...[ref, ...rest]: Parameters<typeof reads>) =>
        inDatabaseSpan(ref, 'a member', () => reads(ref, ...rest)),
    },
    logins,
    wakeBy,
    /** Closes every connection that is held open to a database that is about to stop. */
    async release(ref: string) {
      const readers = asReader.keys().filter((key) => readerOf(key).ref === ref)
      await Promise.all([
        releaseKept(ref),
        sql.close(ref),
        asCaller.close(ref),
        ...readers.map(asReader.close),
      ])
    },
    /** Closes the connections to a replica that is about to stop. */
    async releaseReplica(ref: string, identifier: string): Promise<void> {
      await Promise.all([sql.close(ref, identifier), asReader.close(readerKey(ref, identifier))])
    },
    /** Breaks the connections of reads to a replica that has stopped answering, so that nobody waits for it. */
    abortReads: (ref: string, identifier: string) => asReader.abort(readerKey(ref, identifier)),
    async closeAll() {
      await Promise.all([closeKept(), sql.closeAll(), asCaller.closeAll(), asReader.closeAll()])
    },
  }
}

/** Measures what runs over these connections as parts of the requests that it is for. */
function measured(connections: ApiConnections, refOf: (key: string) => string): ApiConnections {
  const { transaction, dryRun, once, onceShared } = connections
  return {
    ...connections,
    transaction: (key, caller, work) =>
      inDatabaseSpan(refOf(key), 'an API', () => transaction(key, caller, work)),
    dryRun: (key, ...rest) => inDatabaseSpan(refOf(key), 'an API', () => dryRun(key, ...rest)),
    once: (key, ...rest) => inDatabaseSpan(refOf(key), 'an API', () => once(key, ...rest)),
    onceShared: (key, ...rest) => inDatabaseSpan(refOf(key), 'an API', () => onceShared(key, ...rest)),
  }
}

/** Names a read replica for `asReader`. A ref has no slash. */
export const readerKey = (ref: string, identifier: string) => `${ref}/${identifier}`

const readerOf = (key: string) => {
  const slash = key.indexOf('/')
  return { ref: key.slice(0, slash), identifier: key.slice(slash + 1) }
}
