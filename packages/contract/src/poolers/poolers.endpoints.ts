import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DedicatedPooler,
  DedicatedPoolerChange,
  DedicatedPoolerSettings,
  PoolActivity,
  SharedPooler,
  SharedPoolerChange,
  SharedPoolerSettings,
} from './poolers.schema.ts'

export const listSharedPoolers = endpoint({
  name: 'listSharedPoolers',
  method: 'GET',
  path: '/platform/projects/:ref/config/supavisor',
  summary: 'The endpoints of the shared pooler, one per database and enabled mode',
  params: ProjectParams,
  response: z.array(SharedPooler),
})

export const listPoolActivity = endpoint({
  name: 'listPoolActivity',
  method: 'GET',
  path: '/platform/projects/:ref/config/supavisor/activity',
  summary: "The pools of a project's poolers: clients, server connections, waits and closed connections",
  params: ProjectParams,
  response: z.array(PoolActivity),
})

export const updateSharedPooler = endpoint({
  name: 'updateSharedPooler',
  method: 'PATCH',
  path: '/platform/projects/:ref/config/supavisor',
  summary: 'Change the pool mode, pool size or client limit of the shared pooler; applies to new connections',
  params: ProjectParams,
  body: SharedPoolerChange,
  response: SharedPoolerSettings,
  audit: {
    title: 'Change the settings of the shared pooler',
    keeps: ['pool_mode', 'default_pool_size', 'max_client_conn'],
  },
})

export const getDedicatedPooler = endpoint({
  name: 'getDedicatedPooler',
  method: 'GET',
  path: '/platform/projects/:ref/config/pgbouncer',
  summary: "The project's dedicated pooler, if its plan includes one",
  params: ProjectParams,
  response: DedicatedPooler,
})

export const updateDedicatedPooler = endpoint({
  name: 'updateDedicatedPooler',
  method: 'PATCH',
  path: '/platform/projects/:ref/config/pgbouncer',
  summary: 'Change the sizes or timeouts of the dedicated pooler; applies to new connections',
  params: ProjectParams,
  body: DedicatedPoolerChange,
  response: DedicatedPoolerSettings,
  audit: {
    title: 'Change the settings of the dedicated pooler',
    keeps: [
      'default_pool_size',
      'max_client_conn',
      'query_wait_timeout',
      'server_idle_timeout',
      'server_lifetime',
    ],
  },
})
