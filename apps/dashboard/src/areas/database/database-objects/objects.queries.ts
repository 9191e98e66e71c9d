import {
  applyObjectChange,
  planObjectChange,
} from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'

/** Which part of a list of objects. */
export interface ObjectList {
  schema: string
  search: string
  order: 'asc' | 'desc'
}

export const objectQueries = {
  /** Below the key of tables' definitions, so that events about tables refresh objects too. */
  of: (ref: string) => [...tableKeys.definitionsOf(ref), 'objects'] as const,

  /** What a change would run. */
  plan: (ref: string, change: ObjectChange) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'plan', change],
      queryFn: ({ signal }) => call(planObjectChange, { params: { ref }, body: change }, signal),
      gcTime: 0,
      retry: false,
    }),
}

/** Runs a change and refreshes what shows tables and other objects. Resolves to the oid, null for what was dropped. */
export function useApplyObjectChange(ref: string) {
  const client = useQueryClient()
  return async (change: ObjectChange): Promise<number | null> => {
    const { id } = await call(applyObjectChange, { params: { ref }, body: change })
    for (const queryKey of tableKeys.changed(ref, null)) void client.invalidateQueries({ queryKey })
    return id
  }
}
