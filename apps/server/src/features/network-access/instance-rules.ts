import { type AccessRules, type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'

interface Deps {
  engine: Engine
  databases: Pick<ProjectDatabases, 'asAdmin'>
  /** What is kept of who may connect to a project. */
  rulesOf(ref: string): Promise<AccessRules>
  /** Ends what goes through the poolers. */
  disconnect(ref: string): void
}

/** How often the server is asked whether it has read its rules again. It does so within milliseconds. */
const REREAD_LOOKS = 200

const END_FROM_OUTSIDE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where client_addr is not null and backend_type in ('client backend', 'walsender')`

/** Brings who may connect to a database in line with what is kept of it. */
export function instanceRules({ engine, databases, rulesOf, disconnect }: Deps) {
  /** Quiet when there is no such instance: it gets its rules when it is made. */
  const hand = async (ref: string) => {
    try {
      await engine.setAccess(ref, await rulesOf(ref))
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'no_such_instance')) throw error
    }
  }

  return {
    /** For the next start of the instance. */
    hand,

    /** For connections to come, and by ending all that are open but the platform's own: they may come back. */
    async apply(ref: string): Promise<void> {
      // Each look has a connection of its own: it knows what the server that let it in had read.
      const loadedAt = () =>
        databases.asAdmin.sessionIfAwake(ref, async (client) => {
          const { rows } = await client.query<{ at: string }>('select pg_conf_load_time()::text as at')
          return rows[0]!.at
        })
      const before = (await engine.exists(ref)) ? await loadedAt() : undefined
      await hand(ref)
      if (before === undefined) return
      // A connection that is ended before would come back by the old rules.
      for (let looks = 0; looks < REREAD_LOOKS && (await loadedAt()) === before; looks += 1);
      disconnect(ref)
      await databases.asAdmin.sessionIfAwake(ref, (client) => client.query(END_FROM_OUTSIDE))
    },
  }
}
