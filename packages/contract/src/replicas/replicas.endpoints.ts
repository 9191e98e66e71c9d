import { z } from 'zod'
import { DatabaseParams } from '../connect/connect.schema.ts'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DatabaseState,
  LagReading,
  NewReplica,
  Promoted,
  Promotion,
  PromotionFacts,
  ReplicaChoice,
  SetUpReplica,
} from './replicas.schema.ts'

export const setUpReplica = endpoint({
  name: 'setUpReplica',
  method: 'POST',
  path: '/v1/projects/:ref/read-replicas/setup',
  summary: 'Create a read replica of a project; it is set up in the background',
  params: ProjectParams,
  body: NewReplica,
  response: SetUpReplica,
  status: 201,
  audit: { title: 'Create a read replica', keeps: ['read_replica_region'] },
})

export const removeReplica = endpoint({
  name: 'removeReplica',
  method: 'POST',
  path: '/v1/projects/:ref/read-replicas/remove',
  summary: 'Drop a read replica of a project, in the background',
  params: ProjectParams,
  body: ReplicaChoice,
  response: Done,
  audit: { title: 'Drop a read replica', keeps: ['database_identifier'] },
})

export const removeAllReplicas = endpoint({
  name: 'removeAllReplicas',
  method: 'POST',
  path: '/v1/projects/:ref/read-replicas/remove-all',
  summary: 'Drop every read replica of a project, in the background',
  params: ProjectParams,
  response: Done,
  audit: { title: 'Drop all read replicas' },
})

export const rebuildReplica = endpoint({
  name: 'rebuildReplica',
  method: 'POST',
  path: '/platform/projects/:ref/databases/:identifier/rebuild',
  summary:
    'Set a read replica up again from the beginning, in the background; the data that it has is removed',
  params: DatabaseParams,
  response: Done,
  audit: { title: 'Rebuild a read replica' },
})

export const getPromotionFacts = endpoint({
  name: 'getPromotionFacts',
  method: 'GET',
  path: '/platform/projects/:ref/databases/:identifier/promotion',
  summary: 'Whether a read replica can take the place of its primary now, and how recent its data is',
  params: DatabaseParams,
  response: PromotionFacts,
})

export const listReplicaLags = endpoint({
  name: 'listReplicaLags',
  method: 'GET',
  path: '/platform/projects/:ref/databases/:identifier/lag',
  summary:
    'How far a read replica was behind during the last hour in which its project was awake, the oldest first',
  params: DatabaseParams,
  response: z.array(LagReading),
})

export const promoteReplica = endpoint({
  name: 'promoteReplica',
  method: 'POST',
  path: '/platform/projects/:ref/databases/:identifier/promote',
  summary:
    'Make a read replica a branch, or the database of its project when the primary cannot start; in the background',
  params: DatabaseParams,
  body: Promotion,
  response: Promoted,
  status: 201,
  audit: { title: 'Promote a read replica', keeps: ['as', 'branch_name'] },
})

export const restartReplica = endpoint({
  name: 'restartReplica',
  method: 'POST',
  path: '/platform/projects/:ref/databases/:identifier/restart',
  summary: 'Restart a read replica, in the background',
  params: DatabaseParams,
  response: Done,
  audit: { title: 'Restart a read replica' },
})

export const listDatabaseStates = endpoint({
  name: 'listDatabaseStates',
  method: 'GET',
  path: '/platform/projects/:ref/databases-statuses',
  summary: 'The status of each database of a project, how far replicas are set up, and their lag',
  params: ProjectParams,
  response: z.array(DatabaseState),
})
