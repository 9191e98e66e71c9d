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
  /** What people connect to, and as whom. */
  database: { name: string; user: string }
  /** The address of the shared poolers for this request's client. */
  sharedHost(request: FastifyRequest): string
  dedicatedHost(request: FastifyRequest, ref: string): Promise<string>
  portOf(mode: 'session' | 'transaction'): number
  /** Where the project's own pooler listens; undefined when it does not. */
  dedicatedPortOf(ref: string): number | undefined
  isSslEnforced(ref: string): Promise<boolean>
  activityOf(ref: string): Promise<PoolStatistics[]>
  /** Lets a change hold for connections that are open already. */
  disconnect(ref: string): void
}

/** How a project's poolers are reached, and what members set for them. */
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
    const where = (host: string, port: number, user: string) => {
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
          const place = where(host, portOf(pool_mode), `${database.user}.${ref}`)
          return {
            identifier: ref,
            database_type: 'PRIMARY',
            ...place,
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
      const wanted = { ...chosen.shared, ...stated(body) }
      await settings.setShared(ref, wanted)
      // Clients that share connections between transactions would keep doing so.
      if (wanted.pool_mode !== chosen.shared.pool_mode) disconnect(ref)
      return wanted
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
          // Without a pooler of its own the string leads through the shared one, so that it works all the same.
          ...(port === undefined
            ? where(sharedHost(request), portOf('transaction'), `${database.user}.${ref}`)
            : where(host, port, database.user)),
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
        const wanted = { ...chosen.dedicated, ...stated(body) }
        await settings.setDedicated(ref, wanted)
        return wanted
      },
    )
  }

/** Without the fields that were left out. */
const stated = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
