import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DropSubscriptionQuery,
  NewSubscription,
  Replication,
  SlotParams,
  SubscriptionChange,
  SubscriptionParams,
} from './replication.schema.ts'

export const readReplication = endpoint({
  name: 'readReplication',
  method: 'GET',
  path: '/platform/database/:ref/replication',
  summary:
    'Logical replication to and from other servers: publications, subscriptions, and slots with their lag',
  params: ProjectParams,
  response: Replication,
})

export const createSubscription = endpoint({
  name: 'createSubscription',
  method: 'POST',
  path: '/platform/database/:ref/subscriptions',
  summary: 'Subscribe to publications of another PostgreSQL server, with a slot there',
  status: 201,
  params: ProjectParams,
  body: NewSubscription,
  response: Done,
  audit: { title: 'Create a subscription', keeps: ['name', 'publications', 'copies_rows'] },
})

export const changeSubscription = endpoint({
  name: 'changeSubscription',
  method: 'PATCH',
  path: '/platform/database/:ref/subscriptions/:name',
  summary: 'Enable, disable, refresh or edit a subscription',
  params: SubscriptionParams,
  body: SubscriptionChange,
  response: Done,
  audit: { title: 'Change a subscription', keeps: ['action', 'publications'] },
})

export const dropSubscription = endpoint({
  name: 'dropSubscription',
  method: 'DELETE',
  path: '/platform/database/:ref/subscriptions/:name',
  summary: 'Drop a subscription and its slot at the publisher; its tables keep their rows',
  params: SubscriptionParams,
  query: DropSubscriptionQuery,
  response: Done,
  audit: { title: 'Drop a subscription' },
})

export const dropReplicationSlot = endpoint({
  name: 'dropReplicationSlot',
  method: 'DELETE',
  path: '/platform/database/:ref/replication-slots/:name',
  summary: 'Drop a replication slot that no subscriber uses, which frees the WAL that it holds',
  params: SlotParams,
  response: Done,
  audit: { title: 'Drop a replication slot' },
})
