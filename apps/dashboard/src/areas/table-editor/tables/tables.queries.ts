import {
  listColumnTypes,
  planSchemaChange,
  readTableDefinition,
} from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import type { SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { listEntities } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { tableKeys } from '../entities/table-keys.queries.ts'

/** Tables of a schema that a foreign key can be pointed at by choosing; of more, the first are listed. */
const TARGETS_MAX = 2000

export const tableQueries = {
  of: tableKeys.definitionsOf,

  /** A table as forms change it. */
  definition: (ref: string, id: number) =>
    queryOptions({
      queryKey: [...tableQueries.of(ref), 'table', id],
      queryFn: ({ signal }) => call(readTableDefinition, { params: { ref, oid: String(id) } }, signal),
    }),

  /** Types besides those of PostgreSQL. */
  types: (ref: string) =>
    queryOptions({
      queryKey: [...tableQueries.of(ref), 'types'],
      queryFn: ({ signal }) => call(listColumnTypes, { params: { ref } }, signal),
    }),

  /** What a change would run. */
  plan: (ref: string, change: SchemaChange) =>
    queryOptions({
      queryKey: [...tableQueries.of(ref), 'plan', change],
      queryFn: ({ signal }) => call(planSchemaChange, { params: { ref }, body: change }, signal),
      gcTime: 0,
      retry: false,
    }),

  /** Tables that a foreign key can point to. */
  targets: (ref: string, schema: string) =>
    queryOptions({
      queryKey: [...tableQueries.of(ref), 'targets', schema],
      queryFn: async ({ signal }) => {
        const found: Entity[] = []
        let cursor: string | null | undefined
        do {
          const page = await call(
            listEntities,
            { params: { ref }, query: { schema, type: 'r,p', ...(cursor && { cursor }) } },
            signal,
          )
          found.push(...page.entities)
          cursor = page.next_cursor
        } while (cursor && found.length < TARGETS_MAX)
        return found
      },
    }),
}
