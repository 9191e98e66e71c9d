import { quoteLiteral } from '@basalt/sql/quote.ts'
import pg from 'pg'
import { AppError } from '../http/app-error.ts'
import { alwaysOpen, type Enter } from './instance-doors.ts'
import { failedAt, roundTrip, type TextRow, type TripStatement } from './round-trip.ts'

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
  /** Parameters of the server that hold for the transaction. */
  settings?: Readonly<Record<string, string>>
}

/** The server itself, past row level security. */
export const SERVICE: DatabaseCaller = { role: 'service_role', claims: { role: 'service_role' } }

export interface Transaction {
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>>
}

interface Use {
  readonly client: pg.PoolClient
  isBroken: boolean
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
export function projectDatabases(targetOf: (ref: string) => Promise<Target>, enter: Enter = alwaysOpen) {
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
  /** Uses a connection for as long as the work takes; the work says whether it is broken. */
  const connected = async <T>(ref: string, work: (use: Use) => Promise<T>): Promise<T> => {
    const leave = await enter(ref)
    try {
      const use: Use = { client: await connect(ref), isBroken: false }
      try {
        return await work(use)
      } finally {
        use.client.release(use.isBroken)
      }
    } finally {
      leave()
    }
  }

  /** Begins as the caller with the statements in one round trip, and goes on with the rows of the last. */
  const transaction = <T>(
    ref: string,
    caller: DatabaseCaller,
    statements: readonly TripStatement[],
    work: (client: pg.PoolClient, rows: TextRow[]) => Promise<T>,
  ): Promise<T> =>
    connected(ref, async (use) => {
      const { client } = use
      const entry = entering(client, caller)
      try {
        const rows = await roundTrip(client, [BEGIN, ...entry.statements, ...statements])
        const result = await work(client, rows)
        await client.query('commit')
        entry.succeeded()
        return result
      } catch (error) {
        use.isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        if (isRoleRefused(error, entry.statements.length)) throw roleRefused(caller, error)
        throw CONNECTION_LOST.test(codeOf(error)) ? unavailable(error as Error) : error
      }
    })

  return {
    /**
     * Runs work in a transaction as a role with its claims; what it throws rolls everything back.
     * Throws `instance_unavailable` when the database does not answer, `forbidden` for a role nobody may become.
     */
    as: <T>(ref: string, caller: DatabaseCaller, work: Work<T>): Promise<T> =>
      transaction(ref, caller, [], (client) => work(client)),

    /**
     * Runs one statement as a role and keeps what it did unless `check` throws; resolves to its rows as text. It is
     * there when the transaction begins, so that it costs two round trips. Throws like `as`.
     */
    checked: (
      ref: string,
      caller: DatabaseCaller,
      statement: TripStatement,
      check: (rows: TextRow[]) => void,
    ): Promise<TextRow[]> =>
      transaction(ref, caller, [statement], async (_client, rows) => {
        check(rows)
        return rows
      }),

    /**
     * Runs one statement as a role, in one round trip and a transaction of its own; resolves to its rows as text.
     * Throws like `as`.
     */
    once: (ref: string, caller: DatabaseCaller, statement: TripStatement): Promise<TextRow[]> =>
      connected(ref, async (use) => {
        const entry = entering(use.client, caller)
        try {
          const rows = await roundTrip(use.client, [...entry.statements, statement])
          entry.succeeded()
          return rows
        } catch (error) {
          use.isBroken = CONNECTION_LOST.test(codeOf(error))
          if (use.isBroken) throw unavailable(error as Error)
          throw isRoleRefused(error, entry.statements.length - 1) ? roleRefused(caller, error) : error
        }
      }),

    /**
     * Hears notices on a channel, on a connection of its own, until it is stopped or lost; then `onEnd` is called once.
     * Throws `instance_unavailable` when the database does not answer.
     */
    async listen(ref: string, channel: string, onNotice: (payload: string) => void, onEnd: () => void) {
      const leave = await enter(ref)
      const client = await targetOf(ref)
        .then((target) => startListening(target, channel, onNotice))
        // Who only listens keeps nobody awake.
        .finally(leave)
      client.once('end', onEnd)
      return {
        stop: () => client.end().catch(() => undefined),
        /** Names the newest transaction that has written something: the same name later means that none has since. */
        async newestWrite(): Promise<string> {
          const { rows } = await client.query(
            'select pg_snapshot_xmax(pg_current_snapshot())::text as newest',
          )
          return rows[0].newest
        },
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

const BEGIN: TripStatement = { text: 'begin', values: [] }
const RESET: TripStatement = { text: 'reset all', values: [] }
/** Who used a connection last, as far as what they did there has stayed. */
const lastCallers = new WeakMap<pg.PoolClient, string>()

/**
 * What a transaction begins with. Code of the database can set parameters for longer than its transaction, such as the
 * tenant that its policies read: nobody else may meet them on the connection. Putting them back costs as much as a short
 * statement, so that it is done when somebody else comes.
 */
function entering(client: pg.PoolClient, caller: DatabaseCaller) {
  const become = becoming(caller)
  const who = `${become.values[0]} ${become.values[1]}`
  const isSame = lastCallers.get(client) === who
  // A transaction that fails undoes the reset as well.
  lastCallers.delete(client)
  return {
    statements: isSame ? [become] : [RESET, become],
    succeeded: () => void lastCallers.set(client, who),
  }
}

/** Everything holds for the transaction alone: PostgreSQL itself puts it back, however that ends. */
const becoming = ({ role, claims, settings = {} }: DatabaseCaller): TripStatement => ({
  text: becomingText(Object.keys(settings)),
  values: [role, JSON.stringify(claims), ...Object.values(settings)],
})

/** One text for each set of parameters, of which code knows a handful, so that it stays prepared. */
function becomingText(names: readonly string[]) {
  const parts = ['role', 'request.jwt.claims', ...names].map(
    (name, index) => `set_config(${quoteLiteral(name)}, $${index + 1}, true)`,
  )
  return `select ${parts.join(', ')}`
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code)

/**
 * 22023: no such role. 42501: not one that the authenticator may become. Only where the statement failed that becomes it:
 * code of the database may fail in the same way.
 */
const isRoleRefused = (error: unknown, place: number) =>
  failedAt(error) === place &&
  ['22023', '42501'].includes(codeOf(error)) &&
  /\brole "/.test((error as Error).message)

const roleRefused = ({ role }: DatabaseCaller, cause: unknown) =>
  new AppError('forbidden', `The role "${role}" does not exist, or may not call this API`, { cause })

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

async function startListening(target: Target, channel: string, onNotice: (payload: string) => void) {
  const client = new pg.Client({ ...target, application_name: 'basalt api (listening)' })
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onNotice(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return client
  } catch (cause) {
    await client.end().catch(() => undefined)
    throw unavailable(cause as Error)
  }
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
