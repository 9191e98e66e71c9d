import type pg from 'pg'
import { ADMIN_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'

/** What the sessions of a database tell of its use. Two looks that are equal saw nobody between them. */
export interface SessionLook {
  /** Whether somebody is there who would notice its end. */
  isInUse: boolean
  /** When a session last began or ended a statement, in seconds of PostgreSQL's clock. */
  lastChange: number | null
  /** Sessions there have ever been, without the platform's own. */
  sessions: number
}

/**
 * The platform's own sessions end by themselves. Those that it opened for others, by the socket, count while they are
 * active. Network clients count until they disconnect, even when they are idle, and so do replicas and subscriptions. A session that is just beginning has no state yet.
 */
const NOW = `
  select coalesce(bool_or(
           case backend_type
             when 'client backend' then client_addr is not null or state is distinct from 'idle'
             else backend_type = 'walsender' or backend_type like 'logical replication % worker'
           end), false) as "isInUse",
         extract(epoch from max(state_change))::float8 as "lastChange"
  from pg_stat_activity
  where pid <> pg_backend_pid() and usename is distinct from $1`

/** Sessions are counted when they end, or when they first wait for something to do; this one counts itself at once. */
const COUNT_THIS_ONE = 'select pg_stat_force_next_flush()'

const EVER = 'select sum(sessions)::float8 as sessions from pg_stat_database'

/**
 * Looks at the sessions of a database. A session that began and ended between two looks shows only in the count, so the
 * count is read last.
 */
export function sessionLooks(databases: Pick<ProjectDatabases, 'asAdmin'>) {
  const look =
    (ref: string) =>
    async (client: pg.Client): Promise<SessionLook> => {
      const now = await client.query<Pick<SessionLook, 'isInUse' | 'lastChange'>>(NOW, [ADMIN_ROLE])
      await client.query(COUNT_THIS_ONE)
      const ever = await client.query<{ sessions: number }>(EVER)
      return { ...now.rows[0]!, sessions: ever.rows[0]!.sessions - databases.asAdmin.sessionsOf(ref) }
    }
  return {
    /** Undefined while the database does not run. Neither wakes nor keeps awake. */
    look: (ref: string): Promise<SessionLook | undefined> => databases.asAdmin.sessionIfAwake(ref, look(ref)),
    /** For who has closed its door. */
    lookBehindDoor: (ref: string): Promise<SessionLook> =>
      databases.asAdmin.sessionBehindDoor(ref, look(ref)),
  }
}
