import { dismissLint, reopenLint, runLints } from '@basalt/contract/advisors/advisors.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'
import { advisorQueries } from './advisors.queries.ts'

/** Runs the advisors. */
export const findingsQuery = (ref: string) =>
  queryOptions({
    queryKey: [...advisorQueries.of(ref), 'findings'] as const,
    queryFn: ({ signal }) => call(runLints, { params: { ref } }, signal),
  })

const refresh = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: advisorQueries.of(ref) })

export const reopenFinding = (ref: string) =>
  mutationOptions({
    mutationFn: (cache_key: string) => call(reopenLint, { params: { ref }, body: { cache_key } }),
    onSuccess: (_done, _key, _result, { client }) => refresh(client, ref),
    meta: { errorTitle: 'Failed to reopen the finding' },
  })

// The sheet and the dialog show the errors of these.

export const dismissFinding = (ref: string) =>
  mutationOptions({
    mutationFn: (body: { cache_key: string; reason: string; days: number | null }) =>
      call(dismissLint, { params: { ref }, body }),
    onSuccess: (_dismissal, _body, _result, { client }) => refresh(client, ref),
  })

export const runFix = (ref: string) =>
  mutationOptions({
    mutationFn: (query: string) => call(runQuery, { params: { ref }, query: {}, body: { query } }),
    onSuccess: async (_rows, _query, _result, { client }) => {
      for (const queryKey of tableKeys.changed(ref, null)) void client.invalidateQueries({ queryKey })
      await refresh(client, ref)
      toast({ tone: 'success', title: 'Fix applied' })
    },
  })
