import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectQueries } from '../../../connect/connect/connect.queries.ts'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { QueryRun } from './query-run.ts'

const all = ['query-run'] as const

/**
 * The run that belongs to a place where SQL is written, such as a project's editor; made when first asked for. It lies
 * in the query cache, so that whatever empties the cache when somebody signs out takes their results with it.
 */
export function queryRunOf(client: QueryClient, place: string): QueryRun {
  const queryKey = [...all, place]
  const known = client.getQueryData<QueryRun>(queryKey)
  if (known) return known
  client.setQueryDefaults(all, { gcTime: Number.POSITIVE_INFINITY })
  const run = new QueryRun(place)
  client.setQueryData(queryKey, run)
  return run
}

/** The run of a place in a project where SQL is written, and what it brought so far. Give the component the place as key. */
export function useQueryRun(ref: string, place = ref) {
  const client = useQueryClient()
  const [run] = useState(() => queryRunOf(client, place))
  useEffect(() => void run.resume(), [run])
  const snapshot = useSyncExternalStore(run.subscribe, run.getSnapshot)
  const isRefused = snapshot.failure !== undefined && snapshot.failure.sql === undefined
  useEffect(() => {
    // The server itself said no: the project may have stopped, a replica be gone, or the session ended, without this
    // page having heard.
    if (!isRefused) return
    void client.invalidateQueries({ queryKey: projectQueries.detail(ref).queryKey })
    void client.invalidateQueries({ queryKey: connectQueries.databases(ref).queryKey })
  }, [client, ref, isRefused])
  return { run, snapshot }
}
