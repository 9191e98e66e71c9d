import { connectionUri } from '@basalt/contract/connect/connection-strings.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  getDedicatedPooler,
  listPoolActivity,
  listSharedPoolers,
  updateDedicatedPooler,
  updateSharedPooler,
} from '@basalt/contract/poolers/poolers.endpoints.ts'
import type { DedicatedPooler, PoolActivity, SharedPooler } from '@basalt/contract/poolers/poolers.schema.ts'
import type { PoolStatistics } from '@basalt/postgres-gateway/statistics.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { PoolerSettingsStore } from './pooler-settings.store.ts'

interface Deps {
  gates: Gates
  settings: PoolerSettingsStore
  /** The database that people connect to, and its user. */
  database: { name: string; user: string }
  /** The address of the shared poolers for this request's client. */
  sharedHost(request: FastifyRequest): string
  dedicatedHost(request: FastifyRequest, ref: string): Promise<string>
  portOf(mode: 'session' | 'transaction'): number
  /** The port of the project's dedicated pooler; undefined when it does not listen. */
  dedicatedPortOf(ref: string): number | undefined
  isSslEnforced(ref: string): Promise<boolean>
  activityOf(ref: string): Promise<PoolStatistics[]>
  /** Makes clients reconnect, so that a change applies to them. */
  disconnect(ref: string): void
}

/** Addresses and settings of a project's poolers. */
export const poolerRoutes =
  ({
    gates,
    settings,
    database,
    sharedHost,
    dedicatedHost,
    portOf,
    dedicatedPortOf,
    isSslEnforced,
    activityOf,
    disconnect,
  }: Deps) =>
  async (app: FastifyInstance) => {
    const settingsOf = async (ref: string) => {
      const found = await settings.find(ref)
      if (!found) throw notFound('Project', ref)
      return found
    }
    const connectionInfo = (host: string, port: number, user: string) => {
      const uri = connectionUri({ host, port, database: database.name, user })
      return {
        connection_string: uri,
        connectionString: uri,
        db_host: host,
        db_port: port,
        db_name: database.name,
        db_user: user,
      }
    }

    mount(
      app,
      listSharedPoolers,
      gates.project(needs.seeProjects),
      async ({ project: { ref } }, request): Promise<SharedPooler[]> => {
        const { mode, shared } = await settingsOf(ref)
        const host = sharedHost(request)
        const open = mode === 'session' ? (['session'] as const) : (['transaction', 'session'] as const)
        return open.map((pool_mode) => {
          const info = connectionInfo(host, portOf(pool_mode), `${database.user}.${ref}`)
          return {
            identifier: ref,
            database_type: 'PRIMARY',
            ...info,
            default_pool_size: shared.poolSize,
            max_client_conn: shared.maxClients,
            is_using_scram_auth: true,
            pool_mode,
          }
        })
      },
    )

    mount(app, listPoolActivity, gates.project(needs.seeProjects), async ({ project: { ref } }) =>
      (await activityOf(ref)).map(
        ({ mode, role, database, clients, servers, longestWaitMs, totals }): PoolActivity => ({
          pool_mode: mode,
          role,
          database,
          clients,
          servers,
          longest_wait_ms: longestWaitMs,
          totals: {
            transactions: totals.transactions,
            waits: totals.waits,
            waited_ms: Math.round(totals.waitedMs),
            timeouts: totals.timeouts,
            opened: totals.opened,
            closed: totals.closed,
          },
        }),
      ),
    )

    mount(app, updateSharedPooler, gates.project(needs.changePoolers), async ({ project: { ref }, body }) => {
      const { chosen } = await settingsOf(ref)
      const next = { ...chosen.shared, ...definedFields(body) }
      await settings.setShared(ref, next)
      // Without this, connected clients would keep sharing connections between transactions.
      if (next.pool_mode !== chosen.shared.pool_mode) disconnect(ref)
      return next
    })

    mount(
      app,
      getDedicatedPooler,
      gates.project(needs.seeProjects),
      async ({ project }, request): Promise<DedicatedPooler> => {
        const { ref } = project
        const { hasDedicated, dedicated } = await settingsOf(ref)
        const host = await dedicatedHost(request, ref)
        const port = hasDedicated ? dedicatedPortOf(ref) : undefined
        return {
          // Without a dedicated pooler, the string leads to the shared one, so that it works anyway.
          ...(port === undefined
            ? connectionInfo(sharedHost(request), portOf('transaction'), `${database.user}.${ref}`)
            : connectionInfo(host, port, database.user)),
          db_dns_name: host,
          pgbouncer_enabled: hasDedicated,
          pgbouncer_status: !hasDedicated ? 'DISABLED' : port === undefined ? 'COMING_UP' : 'ENABLED',
          pool_mode: 'transaction',
          default_pool_size: dedicated.poolSize,
          max_client_conn: dedicated.maxClients,
          ignore_startup_parameters: '',
          reserve_pool_size: 0,
          ...dedicated.times,
          ssl_enforced: await isSslEnforced(ref),
          inserted_at: project.created_at,
        }
      },
    )

    mount(
      app,
      updateDedicatedPooler,
      gates.project(needs.changePoolers),
      async ({ project: { ref }, body }) => {
        const { hasDedicated, chosen } = await settingsOf(ref)
        if (!hasDedicated)
          throw new AppError('forbidden', 'The free plan has no dedicated pooler. Choose another plan first.')
        const next = { ...chosen.dedicated, ...definedFields(body) }
        await settings.setDedicated(ref, next)
        return next
      },
    )
  }

/** Removes undefined fields. */
const definedFields = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
