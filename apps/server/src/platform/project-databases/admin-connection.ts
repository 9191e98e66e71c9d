import pg from 'pg'
import { limitMessagesOf } from './limit-messages.ts'
import { breakConnection, unavailable } from './project-connection.ts'

export interface ConnectionTarget {
  /** A host name, or the directory of a Unix socket. */
  host: string
  port: number
  user: string
  password: string
  database: string
}

interface AdminLimits {
  /** How long each statement, and the login, may take. */
  statementTimeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 10_000

/** PostgreSQL itself cancels a statement after this time. */
const STATEMENT_TIMEOUT_S = 60

/** Longer than PostgreSQL's own limit: only a frozen or dead server exceeds it. */
const ANSWER_TIMEOUT_MS = (STATEMENT_TIMEOUT_S + 10) * 1000

/** How long a server may take to close a connection. A frozen one never does. */
const CLOSE_TIMEOUT_MS = 1_000

/** Options of a superuser's session: functions of users must never run with those rights. */
export const WITHOUT_USERS_CODE = '-c event_triggers=off -c search_path=pg_catalog'

/**
 * Opens a connection for Basalt's own work on a project's database as superuser. Event triggers are off: a user's trigger
 * function must never run with those rights. Throws `instance_unavailable` when the database does not answer.
 */
export async function openAdminConnection(
  target: ConnectionTarget,
  { statementTimeoutMs = ANSWER_TIMEOUT_MS }: AdminLimits = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    ...target,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, statementTimeoutMs),
    query_timeout: statementTimeoutMs,
    application_name: 'basalt platform',
    options: `${WITHOUT_USERS_CODE} -c statement_timeout=${STATEMENT_TIMEOUT_S}s`,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    limitMessagesOf(client)
    return client
  } catch (cause) {
    breakConnection(client)
    throw unavailable(cause as Error)
  }
}

/** Runs work over a connection like that of `openAdminConnection`, which is closed afterwards. Throws the same. */
export async function withAdminConnection<T>(
  target: ConnectionTarget,
  work: (client: pg.Client) => Promise<T>,
  limits?: AdminLimits,
) {
  const client = await openAdminConnection(target, limits)
  try {
    return await work(client)
  } catch (error) {
    throw asUnanswered(error)
  } finally {
    await endWithin(client)
  }
}

/** An error of work over a connection: `instance_unavailable` when it means that the database does not answer. */
export const asUnanswered = (error: unknown) => (meansNoAnswer(error) ? unavailable(error as Error) : error)

/** The messages of `pg` for a lost connection or an unanswered statement, which have no SQLSTATE. */
const NO_ANSWER = /^(?:Query read timeout|Connection terminated|Client has encountered a connection error)/
const SHUT_DOWN = /^57P0[123]$/

const meansNoAnswer = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? SHUT_DOWN.test(error.code ?? '')
    : error instanceof Error && NO_ANSWER.test(error.message)

/** Closes a connection in order, and destroys it when the server does not react in time. */
export async function endWithin(client: pg.Client) {
  const timer = setTimeout(() => breakConnection(client), CLOSE_TIMEOUT_MS)
  try {
    await client.end()
  } finally {
    clearTimeout(timer)
  }
}
