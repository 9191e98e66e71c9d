import { BRING_BACK_LOCK_MS } from '@basalt/contract/time-machine/time-machine.rules.ts'
import { type Run, SESSION_SETTINGS } from '@basalt/merge/statement.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { textRows } from '../../platform/project-databases/text-rows.ts'
import { withUserConnection } from '../../platform/project-databases/user-connection.ts'

/** How long a statement that compares rows may take, and one that writes them. */
const READ_TIMEOUT_MS = 2 * 60_000
const WRITE_TIMEOUT_MS = 10 * 60_000

const APPLICATION = 'basalt time machine'

const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'

export interface Sides {
  past: string
  present: string
}

/** Both connections of a transaction that writes to the present, and what runs statements on them. */
export interface Writing {
  past: Run
  pastClient: pg.Client
  present: Run
  presentClient: pg.Client
}

export type PastSessions = ReturnType<typeof pastSessions>

/** Connections to a past moment and to the present, both as the role `postgres`. */
export function pastSessions({ asAdmin, logins }: Pick<ProjectDatabases, 'asAdmin' | 'logins'>) {
  /** Keeps both awake meanwhile. */
  const withLogins = <T>(
    { past, present }: Sides,
    work: (logins: { past: ConnectionTarget; present: ConnectionTarget }) => Promise<T>,
  ): Promise<T> =>
    asAdmin.session(past, () =>
      asAdmin.session(present, async () =>
        work({
          past: await logins.internal(past, USER_ROLE),
          present: await logins.internal(present, USER_ROLE),
        }),
      ),
    )

  const reading = <T>(
    login: ConnectionTarget,
    signal: AbortSignal,
    work: (run: Run, client: pg.Client) => Promise<T>,
  ) =>
    withUserConnection(
      login,
      { application: APPLICATION, statementTimeoutMs: READ_TIMEOUT_MS, signal },
      async (client) => {
        await client.query(`begin isolation level repeatable read, read only; ${SESSION_SETTINGS}`)
        return work(textRows(client), client)
      },
    )

  return {
    /** A connection to the past moment that is otherwise unused. */
    onPast: <T>(past: string, signal: AbortSignal, work: (client: pg.Client) => Promise<T>): Promise<T> =>
      asAdmin.session(past, async () =>
        withUserConnection(
          await logins.internal(past, USER_ROLE),
          { application: APPLICATION, statementTimeoutMs: 0, signal },
          work,
        ),
      ),

    /** Reads one state of both. Throws `conflict` with what PostgreSQL refused. */
    read: <T>(
      sides: Sides,
      signal: AbortSignal,
      work: (runs: { past: Run; present: Run }) => Promise<T>,
    ): Promise<T> =>
      withLogins(sides, (logins) =>
        reading(logins.past, signal, (past) =>
          reading(logins.present, signal, (present) => work({ past, present })),
        ),
      ).catch((error) => {
        throw signal.aborted ? signal.reason : asAppError(error, 'read')
      }),

    /** Writes to the present in one transaction. Throws `conflict` with what PostgreSQL refused; then nothing was changed. */
    write: <T>(sides: Sides, signal: AbortSignal, work: (context: Writing) => Promise<T>): Promise<T> =>
      withLogins(sides, (logins) =>
        reading(logins.past, signal, (past, pastClient) =>
          withUserConnection(
            logins.present,
            { application: APPLICATION, statementTimeoutMs: WRITE_TIMEOUT_MS, signal },
            async (client) => {
              await client.query(`begin; set local lock_timeout = ${BRING_BACK_LOCK_MS}`)
              const result = await work({
                past,
                pastClient,
                present: textRows(client),
                presentClient: client,
              })
              await client.query('set constraints all immediate')
              signal.throwIfAborted()
              await client.query('commit')
              return result
            },
          ),
        ),
      ).catch((error) => {
        throw signal.aborted ? signal.reason : asAppError(error, 'write')
      }),
  }
}

/** What a member reads who waits. */
function asAppError(error: unknown, what: 'read' | 'write'): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  if (error.code === LOCK_NOT_AVAILABLE)
    return new AppError(
      'conflict',
      `Another transaction holds a lock for longer than ${BRING_BACK_LOCK_MS / 1000} seconds. Nothing was changed. Try again when it has ended.`,
      { cause: error },
    )
  if (error.code === QUERY_CANCELED)
    return new AppError(
      'conflict',
      'The table is too large to be compared in time. Compare it by SQL in the branch.',
      {
        cause: error,
      },
    )
  return new AppError(
    'conflict',
    what === 'read'
      ? `The rows could not be compared: ${error.message}`
      : `Nothing was changed: ${error.message}`,
    { cause: error },
  )
}
