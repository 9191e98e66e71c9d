import type pg from 'pg'
import { ADMIN_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { Replicas } from '../replicas/replicas.port.ts'
import type { SessionSnapshot } from './idle.rules.ts'

/**
 * Our own admin sessions do not count. Sessions that we opened for callers, over the socket, count while
 * they are active. Network clients count until they disconnect, even when they are idle, and so do
 * subscriptions and replicas elsewhere; our own replicas do not. A session that is just beginning has no state yet.
 */
const NOW = `
  select coalesce(bool_or(
           case backend_type
             when 'client backend' then client_addr is not null or state is distinct from 'idle'
             else backend_type = 'walsender' or backend_type like 'logical replication % worker'
           end), false) as "isInUse",
         extract(epoch from max(state_change))::float8 as "lastChange"
  from pg_stat_activity
  where pid <> pg_backend_pid() and usename is distinct from $1
    and (usename is null or usename not like 'basalt\\_replica\\_%')`

/** Sessions are counted when they end or first become idle; this one counts itself at once. */
const COUNT_THIS_ONE = 'select pg_stat_force_next_flush()'

const EVER = 'select sum(sessions)::float8 as sessions from pg_stat_database'

/**
 * Takes snapshots of a database's sessions. A session that began and ended between two snapshots shows only in the count,
 * so the count is read last.
 */
export function sessionSnapshots(
  databases: Pick<ProjectDatabases, 'asAdmin'>,
  replicasOf: Replicas['listOf'],
) {
  const snapshot = async (client: pg.Client): Promise<SessionSnapshot> => {
    const now = await client.query<Pick<SessionSnapshot, 'isInUse' | 'lastChange'>>(NOW, [ADMIN_ROLE])
    await client.query(COUNT_THIS_ONE)
    const ever = await client.query<{ sessions: number }>(EVER)
    return { ...now.rows[0]!, sessions: ever.rows[0]!.sessions }
  }
  /** Of the replicas that run. One that does not answer is not in use. */
  const ofReplicas = async (ref: string): Promise<SessionSnapshot[]> => {
    const found = (await replicasOf(ref)).map(({ identifier: database }) =>
      databases.asAdmin.sessionIfAwake(ref, snapshot, { database }).catch(() => undefined),
    )
    return (await Promise.all(found)).filter((one) => one !== undefined)
  }
  const together = async (ref: string, primary: SessionSnapshot): Promise<SessionSnapshot> => {
    const all = [primary, ...(await ofReplicas(ref))]
    const changes = all.flatMap(({ lastChange }) => lastChange ?? [])
    return {
      isInUse: all.some(({ isInUse }) => isInUse),
      lastChange: changes.length === 0 ? null : Math.max(...changes),
      sessions: all.reduce((sum, { sessions }) => sum + sessions, 0) - databases.asAdmin.sessionsOf(ref),
    }
  }
  return {
    /** Undefined while the database does not run. Neither wakes it nor keeps it awake. */
    async snapshot(ref: string): Promise<SessionSnapshot | undefined> {
      const primary = await databases.asAdmin.keptSessionIfAwake(ref, snapshot)
      return primary && together(ref, primary)
    },
    /** For a database that the caller has locked. */
    snapshotWhileLocked: async (ref: string): Promise<SessionSnapshot> =>
      together(ref, await databases.asAdmin.sessionWhileLocked(ref, snapshot)),
  }
}
