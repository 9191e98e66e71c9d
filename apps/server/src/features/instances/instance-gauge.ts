import type { ProjectStatus } from '@basalt/contract/projects/status.rules.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { databaseFacts } from './database-facts.ts'
import type { InstanceAccess } from './instance-access.ts'

/** In which a project has an instance that is not on its way in or out. */
export const measuredStatuses = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'INACTIVE',
  'PAUSE_FAILED',
  'RESTORE_FAILED',
] as const satisfies ProjectStatus[]

/** What a database uses: on the disk always, inside it only while it runs anyway. */
export const instanceGauge =
  (engine: Engine, access: InstanceAccess) =>
  async ({ ref, status }: { ref: string; status: ProjectStatus }) => {
    const { diskBytes } = await engine.facts(ref)
    const inside = status === 'ACTIVE_HEALTHY' ? await access.asAdminIfAwake(ref, databaseFacts) : undefined
    if (!inside) return { DISK_SIZE: diskBytes }
    return {
      DISK_SIZE: diskBytes,
      DATABASE_SIZE: inside.database_bytes,
      PEAK_CONNECTIONS: inside.connections.used,
    }
  }
