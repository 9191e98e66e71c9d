import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { NetworkAccess, NetworkAccessChange, NetworkBan, NetworkBansChange } from './network-access.schema.ts'

export const getNetworkAccess = endpoint({
  name: 'getNetworkAccess',
  method: 'GET',
  path: '/platform/projects/:ref/config/network-access',
  summary: 'Who may connect to the database, from where and how',
  params: ProjectParams,
  response: NetworkAccess,
})

export const updateNetworkAccess = endpoint({
  name: 'updateNetworkAccess',
  method: 'PATCH',
  path: '/platform/projects/:ref/config/network-access',
  summary: 'Change who may connect to the database; open connections end and have to reconnect',
  params: ProjectParams,
  body: NetworkAccessChange,
  response: NetworkAccess,
  audit: { title: 'Change who may connect to a database', keeps: ['ssl_enforced', 'allowed_cidrs'] },
})

export const listNetworkBans = endpoint({
  name: 'listNetworkBans',
  method: 'GET',
  path: '/platform/projects/:ref/network-bans',
  summary: 'Addresses that the poolers refuse because of wrong passwords, newest first',
  params: ProjectParams,
  response: z.array(NetworkBan),
})

export const removeNetworkBans = endpoint({
  name: 'removeNetworkBans',
  method: 'DELETE',
  path: '/platform/projects/:ref/network-bans',
  summary: 'Unban addresses that were banned because of wrong passwords',
  params: ProjectParams,
  body: NetworkBansChange,
  response: z.array(NetworkBan),
  audit: { title: 'Unban addresses', keeps: ['addresses'] },
})
