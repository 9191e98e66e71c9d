import type { Activity, EndActivity } from '@basalt/contract/query/activity.schema.ts'
import pg from 'pg'
import type { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { Glance, Lookups } from '../sessions/query-pools.ts'

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

const end = (signal: string) => `
  select ${signal}(pid) as "isDone" from pg_stat_activity
  where pid = $1 and ${iso('backend_start')} = $2 and datname = current_database() and pid <> pg_backend_pid()`

/** What runs in a database of a project, whoever started it. Asked by the user's own role, which ends what it may. */
export const activityStore = (lookups: Lookups, glance: Glance) => ({
  /** In a database that sleeps nothing runs; to look at it neither wakes it nor keeps it awake. */
  list: async (ref: string, database: string) => (await glance<Activity>(ref, LIST, database)) ?? [],

  /** False when that connection is not there any more. Throws `forbidden` for a superuser's. */
  async end(
    ref: string,
    database: string,
    pid: number,
    { connected_at, how }: z.output<typeof EndActivity>,
  ): Promise<boolean> {
    const sql = end(how === 'cancel' ? 'pg_cancel_backend' : 'pg_terminate_backend')
    try {
      const [row] = await lookups<{ isDone: boolean }>(ref, sql, [pid, connected_at], database)
      return row?.isDone === true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
      throw new AppError('forbidden', `PostgreSQL refuses: ${error.message}`, { cause: error })
    }
  },
})
