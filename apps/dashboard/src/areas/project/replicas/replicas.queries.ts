import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  listDatabaseStates,
  removeReplica,
  restartReplica,
  setUpReplica,
} from '@basalt/contract/replicas/replicas.endpoints.ts'
import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { connectQueries } from '../../connect/connect/connect.queries.ts'
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
