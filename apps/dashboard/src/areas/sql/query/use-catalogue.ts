import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CatalogueIndex } from './editor/catalogue-index.ts'
import { queryQueries } from './query.queries.ts'

/** The schema of a project, refetched when the server reports a change. Undefined until it is loaded. */
export function useCatalogue(ref: string, isEnabled: boolean) {
  const { data } = useQuery({ ...queryQueries.catalogue(ref), enabled: isEnabled })
  return useMemo(() => data && new CatalogueIndex(data), [data])
}
