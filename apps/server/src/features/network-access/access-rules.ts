import { type AccessRules, type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'

interface Deps {
  engine: Engine
  databases: Pick<ProjectDatabases, 'asAdmin'>
  /** The stored access rules of a project. */
  rulesOf(ref: string): Promise<AccessRules>
  /** Ends connections through the poolers. */
  disconnect(ref: string): void
}

/** The most checks of whether PostgreSQL has reloaded its rules, which takes milliseconds. */
const RELOAD_CHECKS_MAX = 200

const END_FROM_OUTSIDE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where client_addr is not null and backend_type in ('client backend', 'walsender')`

/** Applies the stored access rules to databases. */
export function accessRules({ engine, databases, rulesOf, disconnect }: Deps) {
  /** Does nothing when there is no such instance: it gets its rules when it is created. */
  const push = async (ref: string) => {
    try {
      await engine.setAccess(ref, await rulesOf(ref))
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'no_such_instance')) throw error
    }
  }

  return {
    /** Applies the rules with the next start of the instance. */
    push,

    /** Applies the rules to new connections, and ends all open ones except the server's own: they can reconnect. */
    async apply(ref: string): Promise<void> {
      // Each check needs a new connection, which sees the configuration it was admitted with.
      const loadedAt = () =>
        databases.asAdmin.sessionIfAwake(ref, async (client) => {
          const { rows } = await client.query<{ at: string }>('select pg_conf_load_time()::text as at')
          return rows[0]!.at
        })
      const loadedBefore = (await engine.exists(ref)) ? await loadedAt() : undefined
      await push(ref)
      if (loadedBefore === undefined) return
      // A connection ended before the reload would come back under the old rules.
      for (let checks = 0; checks < RELOAD_CHECKS_MAX && (await loadedAt()) === loadedBefore; checks += 1);
      disconnect(ref)
      await databases.asAdmin.sessionIfAwake(ref, (client) => client.query(END_FROM_OUTSIDE))
    },
  }
}
