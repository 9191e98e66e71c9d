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
  summary: 'The ways through the shared pooler, one for each database and mode that is open',
  params: ProjectParams,
  response: z.array(SharedPooler),
})

export const listPoolActivity = endpoint({
  name: 'listPoolActivity',
  method: 'GET',
  path: '/platform/projects/:ref/config/supavisor/activity',
  summary: "The pools of a project's poolers: clients, server connections, waits and closings",
  params: ProjectParams,
  response: z.array(PoolActivity),
})

export const updateSharedPooler = endpoint({
  name: 'updateSharedPooler',
  method: 'PATCH',
  path: '/platform/projects/:ref/config/supavisor',
  summary:
    'Change the pool mode, pool size or number of clients of the shared pooler; new connections follow it',
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
  summary: 'The pooler that listens for this project alone, if its plan has one',
  params: ProjectParams,
  response: DedicatedPooler,
})

export const updateDedicatedPooler = endpoint({
  name: 'updateDedicatedPooler',
  method: 'PATCH',
  path: '/platform/projects/:ref/config/pgbouncer',
  summary: 'Change the sizes or times of the dedicated pooler; new connections follow them',
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
