import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { connectQueries } from '../../../connect/connect/connect.queries.ts'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { QueryRun } from './query-run.ts'

const all = ['query-run'] as const

/**
 * Returns the run with this key, such as an editor's document id; creates it on first use. It lives in the query cache,
 * so that it is discarded when sign-out clears the cache.
 */
export function queryRunOf(client: QueryClient, runKey: string): QueryRun {
  const queryKey = [...all, runKey]
  const existing = client.getQueryData<QueryRun>(queryKey)
  if (existing) return existing
  client.setQueryDefaults(all, { gcTime: Number.POSITIVE_INFINITY })
  const run = new QueryRun(runKey)
  client.setQueryData(queryKey, run)
  return run
}

/** The run with this key in a project, and its current state. Key the component by `runKey`. */
export function useQueryRun(ref: string, runKey = ref) {
  const client = useQueryClient()
  const [run] = useState(() => queryRunOf(client, runKey))
  useEffect(() => void run.resume(), [run])
  const snapshot = useSyncExternalStore(run.subscribe, run.getSnapshot)
  const isRejected = snapshot.failure !== undefined && snapshot.failure.sql === undefined
  useEffect(() => {
    // The server rejected the run: the project may have stopped, a replica may be gone, or the session may have ended
    // without this page knowing.
    if (!isRejected) return
    void client.invalidateQueries({ queryKey: projectQueries.detail(ref).queryKey })
    void client.invalidateQueries({ queryKey: connectQueries.databases(ref).queryKey })
  }, [client, ref, isRejected])
  return { run, snapshot }
}
