import { setTimeout } from 'node:timers/promises'
import type { Activity, EndActivity } from '@basalt/contract/query/activity.schema.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import pg from 'pg'
import type { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { Rows, RowsIfAwake } from '../../../platform/project-databases/as-owner.ts'
import { ADMIN_ROLE } from '../../../platform/project-databases/database-roles.ts'
import { withoutMark } from '../../../platform/project-databases/sql/dashboard-mark.ts'
import { END_POLL_MS, END_WAIT_MS } from '../runs/flow.rules.ts'

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const INSUFFICIENT_PRIVILEGE = '42501'

/** Excludes the platform's own sessions and idle connections. */
const LIST = `
  select pid, ${iso('backend_start')} as connected_at, left(${withoutMark('query')}, 10000) as query, state,
         coalesce(usename, '') as role, application_name as application, ${iso('query_start')} as query_started_at,
         wait_event_type || ': ' || wait_event as waits_for
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and state <> 'idle' and usename <> '${ADMIN_ROLE}'
  order by query_start, pid`

/** One connection and its current activity: process id and start time together identify a connection. */
const CONNECTION = `pid = $1 and ${iso('backend_start')} = $2 and datname = current_database()`

const signal = (name: string) => `
  select ${name}(pid) as "isDone", ${iso('query_start')} as query_started_at from pg_stat_activity
  where ${CONNECTION} and pid <> pg_backend_pid()`

const SIGNALS = { cancel: 'pg_cancel_backend', terminate: 'pg_terminate_backend' }

/** A cancelled connection may stay and run another query. */
const STILL_THERE = {
  cancel: `select from pg_stat_activity where ${CONNECTION} and state = 'active' and ${iso('query_start')} = $3`,
  terminate: `select from pg_stat_activity where ${CONNECTION} and $3::text is not distinct from $3`,
}

const NOT_ENDED = {
  cancel: 'This query is still running after the cancel request. Terminate its connection instead.',
  terminate:
    'PostgreSQL did not end this connection: it is not reacting to signals. Restart the database to end it.',
}

/** All running queries of a project's database, listed and ended with the rights of the project's owner role. */
export const activityStore = (queryRows: Rows, rowsIfAwake: RowsIfAwake) => ({
  /** Empty for a sleeping database, which this neither wakes nor keeps awake. */
  list: async (ref: string, database: string) =>
    ((await rowsIfAwake<Activity>(ref, LIST, database)) ?? []).map((one) => ({
      ...one,
      query: withoutSecrets(one.query),
    })),

  /**
   * Resolves to true once the activity or the connection has ended, to false when there is no such connection.
   * Throws `forbidden` for a superuser's connection, `conflict` when it has not ended after END_WAIT_MS.
   */
  async end(
    ref: string,
    database: string,
    pid: number,
    { connected_at, how }: z.output<typeof EndActivity>,
  ): Promise<boolean> {
    const query = <Row extends object>(sql: string, values: unknown[]) =>
      queryRows<Row>(ref, sql, [pid, connected_at, ...values], database)
    const [signalled] = await query<SignalResult>(signal(SIGNALS[how]), []).catch(toForbidden)
    if (signalled?.isDone !== true) return false
    const deadline = performance.now() + END_WAIT_MS
    while ((await query(STILL_THERE[how], [signalled.query_started_at])).length > 0) {
      if (performance.now() > deadline) throw new AppError('conflict', NOT_ENDED[how])
      await setTimeout(END_POLL_MS)
    }
    return true
  },
})

interface SignalResult {
  isDone: boolean
  query_started_at: string | null
}

function toForbidden(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
  throw new AppError('forbidden', `PostgreSQL refused: ${error.message}`, { cause: error })
}
