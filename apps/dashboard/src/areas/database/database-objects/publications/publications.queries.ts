import {
  listDatabasePublications,
  readPublication,
} from '@basalt/contract/database-objects/publications/publications.endpoints.ts'
import type { PublicationDraft } from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { objectKindQueries, useRunObjectChange } from '../objects.queries.ts'

export const publicationQueries = objectKindQueries(listDatabasePublications, readPublication)

/** Changes a publication as it is now, by a function of its draft. */
export function useChangePublication(ref: string) {
  const client = useQueryClient()
  const run = useRunObjectChange(ref)
  return async (id: number, change: (draft: PublicationDraft) => PublicationDraft) => {
    const { fingerprint, draft } = await client.fetchQuery({
      ...publicationQueries.one(ref, id),
      staleTime: 0,
    })
    return run({ object: 'publication', action: 'edit', id, fingerprint, draft: change(draft) })
  }
}
