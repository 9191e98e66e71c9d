import type pg from 'pg'
import { ADMIN_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { SessionSnapshot } from './idle.rules.ts'

/**
 * Our own admin sessions end quickly and do not count. Sessions that we opened for callers, over the socket, count while
 * they are active. Network clients count until they disconnect, even when they are idle, and so do replicas and
 * subscriptions. A session that is just beginning has no state yet.
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

/** Sessions are counted when they end or first become idle; this one counts itself at once. */
const COUNT_THIS_ONE = 'select pg_stat_force_next_flush()'

const EVER = 'select sum(sessions)::float8 as sessions from pg_stat_database'

/**
 * Takes snapshots of a database's sessions. A session that began and ended between two snapshots shows only in the count,
 * so the count is read last.
 */
export function sessionSnapshots(databases: Pick<ProjectDatabases, 'asAdmin'>) {
  const snapshot =
    (ref: string) =>
    async (client: pg.Client): Promise<SessionSnapshot> => {
      const now = await client.query<Pick<SessionSnapshot, 'isInUse' | 'lastChange'>>(NOW, [ADMIN_ROLE])
      await client.query(COUNT_THIS_ONE)
      const ever = await client.query<{ sessions: number }>(EVER)
      return { ...now.rows[0]!, sessions: ever.rows[0]!.sessions - databases.asAdmin.sessionsOf(ref) }
    }
  return {
    /** Undefined while the database does not run. Neither wakes it nor keeps it awake. */
    snapshot: (ref: string): Promise<SessionSnapshot | undefined> =>
      databases.asAdmin.sessionIfAwake(ref, snapshot(ref)),
    /** For a database that the caller has locked. */
    snapshotWhileLocked: (ref: string): Promise<SessionSnapshot> =>
      databases.asAdmin.sessionWhileLocked(ref, snapshot(ref)),
  }
}
