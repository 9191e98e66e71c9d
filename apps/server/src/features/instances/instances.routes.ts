import os from 'node:os'
import { done } from '@basalt/contract/endpoint.ts'
import {
  getInstanceFacts,
  getMachine,
  listInstanceLogs,
  updateDatabasePassword,
} from '@basalt/contract/instances/instances.endpoints.ts'
import type { InstanceFacts, Machine } from '@basalt/contract/instances/instances.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { DATABASE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { DatabasePasswords } from './database-passwords.ts'
import { databaseStats } from './database-stats.ts'

interface Deps {
  gates: Gates
  engine: Engine
  databases: Pick<ProjectDatabases, 'asAdmin'>
  passwords: DatabasePasswords
  /** The host that a request's client connects to for a database that the server reaches at `host`. */
  directHost(request: FastifyRequest, host: string): string
}

export const instanceRoutes =
  ({ gates, engine, databases, passwords, directHost }: Deps) =>
  async (app: FastifyInstance) => {
    mount(
      app,
      getInstanceFacts,
      gates.project(needs.seeProjects),
      async ({ project }, request): Promise<InstanceFacts> => {
        const { endpoint, version, startedAt, diskBytes } = await engine.facts(project.ref)
        const inside =
          project.status === 'ACTIVE_HEALTHY'
            ? await databases.asAdmin.sessionIfAwake(project.ref, databaseStats)
            : undefined
        // A sleeping database is reached as if it ran.
        const networkAddress = await engine.networkAddress(project.ref)
        const location = project.asleep_since === null ? endpoint : networkAddress
        const moved = location && networkAddress?.moved
        return {
          version,
          host: location ? directHost(request, location.host) : null,
          port: location?.port ?? null,
          port_moved: moved ? { from: moved.from, to: moved.to, at: moved.at } : null,
          database: DATABASE,
          user: USER_ROLE,
          disk_bytes: diskBytes,
          database_bytes: inside?.database_bytes ?? null,
          connections: inside?.connections ?? null,
          started_at: startedAt?.toISOString() ?? null,
        }
      },
    )

    mount(app, getMachine, gates.project(needs.seeProjects), async (): Promise<Machine> => {
      const [{ totalBytes, freeBytes }, shares_blocks] = await Promise.all([
        engine.disk(),
        engine.canShareBlocks(),
      ])
      return {
        cpus: os.availableParallelism(),
        memory_bytes: os.totalmem(),
        disk_total_bytes: totalBytes,
        disk_free_bytes: freeBytes,
        shares_blocks,
      }
    })

    mount(app, listInstanceLogs, gates.project(needs.readLogs), async ({ project, query }) => {
      const entries = await engine.logs(project.ref, { limit: query.limit })
      return entries.map((entry) => ({
        time: entry.time,
        severity: entry.severity,
        message: entry.message,
        detail: entry.detail ?? null,
        hint: entry.hint ?? null,
        statement: entry.statement ?? null,
        sqlstate: entry.sqlstate ?? null,
        user: entry.user ?? null,
      }))
    })

    mount(
      app,
      updateDatabasePassword,
      gates.project(needs.resetDatabasePassword),
      async ({ project, body }) => {
        await passwords.reset(project.ref, body)
        return done
      },
    )
  }
