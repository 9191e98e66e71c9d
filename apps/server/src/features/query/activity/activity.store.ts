import { setTimeout } from 'node:timers/promises'
import type { Activity, EndActivity } from '@basalt/contract/query/activity.schema.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'
import pg from 'pg'
import type { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { Rows, RowsIfAwake } from '../../../platform/project-databases/as-owner.ts'
import { END_LOOK_MS, END_WAIT_MS } from '../runs/flow.rules.ts'

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const INSUFFICIENT_PRIVILEGE = '42501'

/** Without the platform's own work, and without connections that wait for something to do. */
const LIST = `
  select pid, ${iso('backend_start')} as connected_at, left(query, 10000) as query, state,
         coalesce(usename, '') as role, application_name as application, ${iso('query_start')} as query_started_at,
         wait_event_type || ': ' || wait_event as waits_for
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and state <> 'idle' and usename <> 'basalt_admin'
  order by query_start, pid`

/** A connection and its current activity: the process id and the start time identify a connection for good. */
const CONNECTION = `pid = $1 and ${iso('backend_start')} = $2 and datname = current_database()`

const signal = (name: string) => `
  select ${name}(pid) as "isDone", ${iso('query_start')} as query_started_at from pg_stat_activity
  where ${CONNECTION} and pid <> pg_backend_pid()`

const SIGNALS = { cancel: 'pg_cancel_backend', terminate: 'pg_terminate_backend' }

/** A cancelled connection may stay and run something else. */
const STILL_THERE = {
  cancel: `select from pg_stat_activity where ${CONNECTION} and state = 'active' and ${iso('query_start')} = $3`,
  terminate: `select from pg_stat_activity where ${CONNECTION} and $3::text is not distinct from $3`,
}

const REFUSES_TO_END = {
  cancel: 'This query has been told to stop and still runs. Terminate its connection.',
  terminate:
    'PostgreSQL has not ended this connection: it reacts to no signal at the moment. Restart the database to end it.',
}

/** All running queries of a project's database, listed and ended with the rights of the user's own role. */
export const activityStore = (lookups: Rows, rowsIfAwake: RowsIfAwake) => ({
  /** In a database that sleeps nothing runs; to look at it neither wakes it nor keeps it awake. */
  list: async (ref: string, database: string) =>
    ((await rowsIfAwake<Activity>(ref, LIST, database)) ?? []).map((one) => ({
      ...one,
      query: withoutSecrets(one.query),
    })),

  /**
   * Resolves once the connection's activity, or the connection, has ended; to false when there is no such connection.
   * Throws `forbidden` for a superuser's connection, `conflict` when it has not ended after END_WAIT_MS.
   */
  async end(
    ref: string,
    database: string,
    pid: number,
    { connected_at, how }: z.output<typeof EndActivity>,
  ): Promise<boolean> {
    const ask = <Row extends object>(sql: string, values: unknown[]) =>
      lookups<Row>(ref, sql, [pid, connected_at, ...values], database)
    const [told] = await ask<Told>(signal(SIGNALS[how]), []).catch(asRefusal)
    if (told?.isDone !== true) return false
    const deadline = performance.now() + END_WAIT_MS
    while ((await ask(STILL_THERE[how], [told.query_started_at])).length > 0) {
      if (performance.now() > deadline) throw new AppError('conflict', REFUSES_TO_END[how])
      await setTimeout(END_LOOK_MS)
    }
    return true
  },
})

interface Told {
  isDone: boolean
  query_started_at: string | null
}

function asRefusal(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
  throw new AppError('forbidden', `PostgreSQL refuses: ${error.message}`, { cause: error })
}
