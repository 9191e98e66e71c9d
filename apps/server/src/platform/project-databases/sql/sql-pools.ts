import pg from 'pg'
import { AppError } from '../../../http/app-error.ts'
import { type Hold, neverLocked } from '../instance-locks.ts'
import { isConnectionLost, unavailable } from '../project-connection.ts'
import type { ConnectionFor, SqlLogin } from './sql-login.ts'
import { POOL_CONNECTIONS, POOL_WAIT_MS } from './sql-pool.rules.ts'
import { type Lease, type LeaseOptions, type PoolLimits, SqlPool } from './sql-pool.ts'

export type SqlPools = ReturnType<typeof sqlPools>

/**
 * Connections to the databases of projects, logged in as the role that free-text SQL runs as: the SQL itself could undo a
 * `set role`. One pool per database and role, opened on first use.
 */
export function sqlPools(
  connectionFor: ConnectionFor,
  {
    connections = POOL_CONNECTIONS,
    waitMs = POOL_WAIT_MS,
    hold = neverLocked,
  }: Partial<PoolLimits> & { hold?: Hold } = {},
) {
  const limits = { connections, waitMs }
  const pools = new Map<string, Promise<SqlPool>>()
  let isStopping = false

  const poolOf = (ref: string, login: SqlLogin) => {
    const key = keyOf(ref, login)
    const existing = pools.get(key)
    if (existing) return existing
    const opening = connectionFor(ref, login).then(
      (target) => new SqlPool(target, async () => (await connectionFor(ref, login)).password, limits),
    )
    pools.set(key, opening)
    opening.catch(() => forget(key, opening))
    return opening
  }
  const forget = (key: string, pool: Promise<SqlPool>) => {
    if (pools.get(key) === pool) pools.delete(key)
  }

  /** Waits until the database may be used. Nothing is opened any more once the server stops. */
  const holdOpen = async (ref: string) => {
    const release = await hold(ref)
    if (!isStopping) return release
    release()
    throw new AppError('instance_unavailable', 'The server is stopping')
  }

  const closePool = async (key: string) => {
    const pool = pools.get(key)
    pools.delete(key)
    await (await pool?.catch(() => undefined))?.close()
  }

  return {
    /**
     * A connection for one run.
     * Throws `instance_unavailable` when the database does not answer or all connections stay busy.
     */
    async acquire(
      ref: string,
      login: SqlLogin = { rights: 'everything' },
      options: LeaseOptions = {},
    ): Promise<Lease> {
      const release = await holdOpen(ref)
      const opening = poolOf(ref, login)
      try {
        return await (await opening).acquire(release, options)
      } catch (error) {
        release()
        // The database's address may have changed: the next query resolves it again.
        if (!(error instanceof AppError)) forget(keyOf(ref, login), opening)
        throw asUnavailable(error)
      }
    },
    /** Throws `instance_unavailable` when the database does not answer, and PostgreSQL's error for a refused query. */
    async lookUp<Row extends object>(
      ref: string,
      sql: string,
      values: unknown[] = [],
      database?: string,
    ): Promise<Row[]> {
      const login: SqlLogin = { rights: 'everything', database }
      const release = await holdOpen(ref)
      const opening = poolOf(ref, login)
      try {
        return await (await opening).lookUp<Row>(sql, values)
      } catch (error) {
        if (error instanceof pg.DatabaseError && !isConnectionLost(error)) throw error
        if (!(error instanceof AppError)) forget(keyOf(ref, login), opening)
        throw asUnavailable(error)
      } finally {
        release()
      }
    },
    /** Makes the next run with this login resolve it again. */
    forget: (ref: string, login: SqlLogin) => void pools.delete(keyOf(ref, login)),
    /**
     * Closes every connection to the databases of a project that are about to stop, or to one of them, including busy
     * ones.
     */
    async close(ref: string, database?: string) {
      const start = database === undefined ? `${ref} ` : `${ref} ${database} `
      const keys = [...pools.keys()].filter((key) => key.startsWith(start))
      await Promise.all(keys.map(closePool))
    },
    /** Closes all connections when the server stops. */
    async closeAll() {
      isStopping = true
      await Promise.all([...pools.keys()].map(closePool))
    },
  }
}

const keyOf = (ref: string, { rights, database = ref, role = '' }: SqlLogin) =>
  `${ref} ${database} ${rights} ${role}`

const asUnavailable = (error: unknown) => (error instanceof AppError ? error : unavailable(error as Error))
