import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'
import { CatalogueIndex } from './editor/catalogue-index.ts'
import { queryQueries } from './query.queries.ts'
import type { QueryRunSnapshot } from './run/query-run.ts'

const CHANGES_SCHEMA = /^(?:CREATE|ALTER|DROP|COMMENT|IMPORT|SELECT INTO|DO|CALL)\b/

/** The schema of a project, refetched after a run that may have changed it. Undefined until it is loaded. */
export function useCatalogue(
  ref: string,
  { state, outcomes, resultsOf }: QueryRunSnapshot,
  isEnabled: boolean,
) {
  const client = useQueryClient()
  const { data } = useQuery({ ...queryQueries.catalogue(ref), enabled: isEnabled })
  const mayHaveChanged =
    state === 'done' && outcomes.some(({ end }) => end !== undefined && CHANGES_SCHEMA.test(end.command))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run counts, even one identical to the previous
  useEffect(() => {
    if (!mayHaveChanged) return
    for (const queryKey of [
      queryQueries.catalogue(ref).queryKey,
      tableKeys.entitiesOf(ref),
      tableKeys.rowsOf(ref),
    ])
      void client.invalidateQueries({ queryKey })
  }, [client, ref, mayHaveChanged, resultsOf])
  return useMemo(() => data && new CatalogueIndex(data), [data])
}
