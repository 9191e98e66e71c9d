import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { Gauge } from '../usage/usage.port.ts'
import { databaseStats } from './database-stats.ts'

/** Measures what a database uses: disk space always, everything else only while it runs anyway. */
export const instanceGauge =
  (engine: Engine, databases: Pick<ProjectDatabases, 'asAdmin'>): Gauge =>
  async ({ ref, status }) => {
    const { diskBytes } = await engine.facts(ref)
    const inside =
      status === 'ACTIVE_HEALTHY' ? await databases.asAdmin.sessionIfAwake(ref, databaseStats) : undefined
    if (!inside) return { DISK_SIZE: diskBytes }
    return {
      DISK_SIZE: diskBytes,
      DATABASE_SIZE: inside.database_bytes,
      PEAK_CONNECTIONS: inside.connections.used,
    }
  }
