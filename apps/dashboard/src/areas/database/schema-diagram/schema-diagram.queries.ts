import { readSchemaDiagram, readSchemaSql } from '@basalt/contract/schema-diagram/schema-diagram.endpoints.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'

/** Below the key of tables' definitions, so that events about tables refresh diagrams too. */
const keyOf = (ref: string) => [...tableKeys.definitionsOf(ref), 'diagram'] as const

export const schemaDiagramQueries = {
  one: (ref: string, schema: string) =>
    queryOptions({
      queryKey: [...keyOf(ref), schema],
      queryFn: ({ signal }) => call(readSchemaDiagram, { params: { ref }, query: { schema } }, signal),
    }),

  /** The SQL that creates the tables. */
  sql: (ref: string, schema: string) =>
    queryOptions({
      queryKey: [...keyOf(ref), schema, 'sql'],
      queryFn: ({ signal }) => call(readSchemaSql, { params: { ref }, query: { schema } }, signal),
      gcTime: 0,
    }),
}
