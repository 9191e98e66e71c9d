import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import {
  DEFAULT_CLIENTS,
  DEFAULT_POOL_SIZE,
  hasDedicatedPooler,
  type PoolMode,
} from '@basalt/contract/poolers/poolers.rules.ts'
import type {
  DedicatedPoolerSettings,
  SharedPoolerSettings,
} from '@basalt/contract/poolers/poolers.schema.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { type Times, timesOf } from './pooler-times.ts'

export type PoolerSettingsStore = ReturnType<typeof poolerSettingsStore>

/** The sizes in effect: chosen, or the default. */
export interface Sizes {
  poolSize: number
  maxClients: number
}

export interface PoolerSettings {
  plan: PlanId
  hasDedicated: boolean
  mode: PoolMode
  shared: Sizes
  dedicated: Sizes & { times: Times }
  /** As chosen; null where nobody has chosen. */
  chosen: { shared: SharedPoolerSettings; dedicated: DedicatedPoolerSettings }
}

/** The pooler settings of each project. */
export function poolerSettingsStore(metadata: Metadata) {
  const set = async (
    ref: string,
    values: {
      pool_mode?: PoolMode
      pool_size?: number | null
      max_clients?: number | null
      dedicated_pool_size?: number | null
      dedicated_max_clients?: number | null
      query_wait_timeout?: number | null
      server_idle_timeout?: number | null
      server_lifetime?: number | null
    },
  ) => {
    await metadata
      .insertInto('pooler_settings')
      .values({ ref, ...values })
      .onConflict((conflict) => conflict.column('ref').doUpdateSet(values))
      .execute()
  }
  return {
    /** Undefined when there is no such project. */
    async find(ref: string): Promise<PoolerSettings | undefined> {
      const row = await metadata
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .leftJoin('pooler_settings', 'pooler_settings.ref', 'projects.ref')
        .select([
          'organizations.plan',
          'pooler_settings.pool_mode',
          'pooler_settings.pool_size',
          'pooler_settings.max_clients',
          'pooler_settings.dedicated_pool_size',
          'pooler_settings.dedicated_max_clients',
          'pooler_settings.query_wait_timeout',
          'pooler_settings.server_idle_timeout',
          'pooler_settings.server_lifetime',
        ])
        .where('projects.ref', '=', ref)
        .executeTakeFirst()
      if (!row) return undefined
      const mode = row.pool_mode ?? 'transaction'
      return {
        plan: row.plan,
        hasDedicated: hasDedicatedPooler(row.plan),
        mode,
        shared: sizesOf(row.pool_size, row.max_clients),
        dedicated: { ...sizesOf(row.dedicated_pool_size, row.dedicated_max_clients), times: timesOf(row) },
        chosen: {
          shared: {
            pool_mode: mode,
            default_pool_size: row.pool_size,
            max_client_conn: row.max_clients,
          },
          dedicated: {
            default_pool_size: row.dedicated_pool_size,
            max_client_conn: row.dedicated_max_clients,
            query_wait_timeout: row.query_wait_timeout,
            server_idle_timeout: row.server_idle_timeout,
            server_lifetime: row.server_lifetime,
          },
        },
      }
    },

    setShared: (ref: string, settings: SharedPoolerSettings) =>
      set(ref, {
        pool_mode: settings.pool_mode,
        pool_size: settings.default_pool_size,
        max_clients: settings.max_client_conn,
      }),

    setDedicated: (ref: string, { default_pool_size, max_client_conn, ...times }: DedicatedPoolerSettings) =>
      set(ref, { dedicated_pool_size: default_pool_size, dedicated_max_clients: max_client_conn, ...times }),
  }
}

const sizesOf = (poolSize: number | null, maxClients: number | null): Sizes => ({
  poolSize: poolSize ?? DEFAULT_POOL_SIZE,
  maxClients: maxClients ?? DEFAULT_CLIENTS,
})
