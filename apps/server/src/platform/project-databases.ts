import pg from 'pg'
import { AppError } from '../http/app-error.ts'

/** The role that logs in for API requests, and becomes the role of each for the length of a transaction. */
export const AUTHENTICATOR_ROLE = 'authenticator'

const WAIT_MS = 15_000
const IDLE_MS = 30_000
/** No call of an API is worth holding a connection any longer. */
const STATEMENT_TIMEOUT_MS = 60_000
const CONNECTION_LOST = /^(?:08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/
const TIMESTAMPTZ = 1184
const INT8 = 20

/** As whom statements run: a database role, and the claims that `auth.jwt()` tells policies. */
export interface DatabaseCaller {
  role: string
  claims: Record<string, unknown>
}

/** The server itself, past row level security. */
export const SERVICE: DatabaseCaller = { role: 'service_role', claims: { role: 'service_role' } }

export interface Transaction {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
}

type Work<T> = (transaction: Transaction) => Promise<T>

interface Target {
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Connections at most. */
  max: number
}

export type ProjectDatabases = ReturnType<typeof projectDatabases>

/** Connections to projects' databases for their own APIs. Only SQL of ours runs on them: it could undo `set role`. */
export function projectDatabases(targetOf: (ref: string) => Promise<Target>) {
  const pools = new Map<string, Promise<pg.Pool>>()
  let isStopping = false

  const poolOf = (ref: string) => {
    if (isStopping) throw new AppError('instance_unavailable', 'The server is stopping')
    const opening = pools.get(ref) ?? targetOf(ref).then(openPool)
    pools.set(ref, opening)
    opening.catch(() => forget(ref, opening))
    return opening
  }
  const forget = (ref: string, opening: Promise<pg.Pool>) => {
    if (pools.get(ref) === opening) pools.delete(ref)
  }
  const connect = async (ref: string) => {
    const opening = poolOf(ref)
    const pool = await opening
    return pool.connect().catch(async (cause: Error) => {
      // Where the database answers, or its password, may have changed.
      if (!cause.message.startsWith('timeout exceeded')) forget(ref, opening)
      throw unavailable(cause)
    })
  }

  return {
    /**
     * Runs work in a transaction as a role with its claims; what it throws rolls everything back.
     * Throws `instance_unavailable` when the database does not answer, `forbidden` for a role nobody may become.
     */
    async as<T>(ref: string, caller: DatabaseCaller, work: Work<T>): Promise<T> {
      const client = await connect(ref)
      let isBroken = false
      try {
        await client.query('begin')
        await become(client, caller)
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        throw CONNECTION_LOST.test(String((error as { code?: unknown }).code))
          ? unavailable(error as Error)
          : error
      } finally {
        client.release(isBroken)
      }
    },

    /** Opens connections anew for what comes from now on; what is under way ends on the old ones. */
    renew(ref: string) {
      const opening = pools.get(ref)
      pools.delete(ref)
      opening?.then((pool) => pool.end()).catch(() => undefined)
    },

    /** Ends every connection to a database that is about to stop. */
    async close(ref: string) {
      const opening = pools.get(ref)
      pools.delete(ref)
      await (await opening?.catch(() => undefined))?.end()
    },

    async closeAll() {
      isStopping = true
      await Promise.all([...pools.keys()].map((ref) => this.close(ref)))
    },
  }
}

async function become(client: pg.PoolClient, { role, claims }: DatabaseCaller) {
  try {
    await client.query({
      name: 'basalt_become',
      text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      values: [role, JSON.stringify(claims)],
    })
  } catch (cause) {
    // 22023: no such role. 42501: not one that the authenticator may become.
    if (!['22023', '42501'].includes(String((cause as { code?: unknown }).code))) throw cause
    throw new AppError('forbidden', `The role "${role}" does not exist, or may not call this API`, { cause })
  }
}

function openPool(target: Target) {
  const pool = new pg.Pool({
    ...target,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'basalt api',
    options: `-c search_path=public,extensions -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
  })
  // A broken connection leaves its pool by itself; without listeners its error would end the server.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Timestamps stay as exact as the database has them; sizes fit a number. */
const parserOf = (oid: number, format?: 'text' | 'binary') => {
  if (oid === TIMESTAMPTZ) return (value: string) => value
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format)
}

const unavailable = (cause: Error) =>
  new AppError('instance_unavailable', `The database of this project does not answer: ${cause.message}`, {
    cause,
  })
