import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { LAG_INTERVAL_SECONDS } from '@basalt/contract/replicas/replica-lag.rules.ts'
import {
  getPromotionFacts,
  listDatabaseStates,
  listReplicaLags,
  promoteReplica,
  rebuildReplica as rebuildReplicaCall,
  removeAllReplicas,
  removeReplica,
  restartReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { connectQueries } from '../../connect/connect/connect.queries.ts'
import { branchQueries } from '../branches/branches.queries.ts'
import { isChanging } from './replica-state.rules.ts'

/** A replica of an empty database is set up in two seconds, whose steps are worth seeing. */
const CHANGING_INTERVAL_MS = 500

/** The lag of replicas is read from the primary, which costs one short query. */
const STEADY_INTERVAL_MS = 5_000

export const replicaQueries = {
  states: (ref: string) =>
    queryOptions({
      queryKey: ['replicas', ref] as const,
      queryFn: ({ signal }) => call(listDatabaseStates, { params: { ref } }, signal),
      staleTime: 0,
      refetchInterval: ({ state: { data = [] } }) =>
        data.some(isChanging) ? CHANGING_INTERVAL_MS : data.length > 1 && STEADY_INTERVAL_MS,
    }),

  /** Of the last hour; read on the server every ten seconds. */
  lags: (ref: string, identifier: string) =>
    queryOptions({
      queryKey: ['replicas', ref, 'lags', identifier] as const,
      queryFn: ({ signal }) => call(listReplicaLags, { params: { ref, identifier } }, signal),
      staleTime: 0,
      refetchInterval: LAG_INTERVAL_SECONDS * 1000,
    }),

  /** Whether it can take the place of the primary now. */
  promotion: (ref: string, identifier: string) =>
    queryOptions({
      queryKey: ['replicas', ref, 'promotion', identifier] as const,
      queryFn: ({ signal }) => call(getPromotionFacts, { params: { ref, identifier } }, signal),
      staleTime: 0,
    }),
}

const refresh = (ref: string, { client }: MutationFunctionContext) =>
  Promise.all(
    [replicaQueries.states(ref), connectQueries.databases(ref)].map(({ queryKey }) =>
      client.invalidateQueries({ queryKey: queryKey as readonly unknown[] }),
    ),
  )

export const createReplica = ({ ref, region }: Pick<Project, 'ref' | 'region'>) =>
  mutationOptions({
    mutationFn: () => call(setUpReplica, { params: { ref }, body: { read_replica_region: region } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to create the read replica' },
  })

/** Errors are displayed in the question that asks first. */
export const dropReplica = (ref: string) =>
  mutationOptions({
    mutationFn: (identifier: string) =>
      call(removeReplica, { params: { ref }, body: { database_identifier: identifier } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

export const rebootReplica = (ref: string) =>
  mutationOptions({
    mutationFn: (identifier: string) => call(restartReplica, { params: { ref, identifier } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
    meta: { errorTitle: 'Failed to restart the read replica' },
  })

/** Errors are displayed in the question that asks first. */
export const dropAllReplicas = (ref: string) =>
  mutationOptions({
    mutationFn: () => call(removeAllReplicas, { params: { ref } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

/** Errors are displayed in the question that asks first. */
export const rebuildReplica = (ref: string) =>
  mutationOptions({
    mutationFn: (identifier: string) => call(rebuildReplicaCall, { params: { ref, identifier } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })

/** Errors are displayed in the form. */
export const promoteToBranch = (ref: string) =>
  mutationOptions({
    mutationFn: ({ identifier, branch_name }: { identifier: string; branch_name: string }) =>
      call(promoteReplica, { params: { ref, identifier }, body: { as: 'branch', branch_name } }),
    onSettled: async (_data, _error, _input, _result, context) => {
      await Promise.all([
        refresh(ref, context),
        context.client.invalidateQueries({ queryKey: branchQueries.all }),
      ])
    },
  })

/** Errors are displayed in the question that asks first, twice. */
export const failOver = (ref: string) =>
  mutationOptions({
    mutationFn: (identifier: string) =>
      call(promoteReplica, { params: { ref, identifier }, body: { as: 'primary', confirm: ref } }),
    onSettled: (_data, _error, _input, _result, context) => refresh(ref, context),
  })
