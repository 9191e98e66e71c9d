import { listDatabaseSchemas } from '@basalt/contract/database-objects/schemas/schemas.endpoints.ts'
import {
  defineEntity,
  listRelationships,
  nameEntities,
} from '@basalt/contract/entities/entities.endpoints.ts'
import { createSchema } from '@basalt/contract/schemas/schemas.endpoints.ts'
import { type EntityKind, entityKinds } from '@basalt/contract/table-editor/entities.rules.ts'
import { listEntities } from '@basalt/contract/table-editor/table-editor.endpoints.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { EntitySort } from './entities.rules.ts'
import { tableKeys } from './table-keys.queries.ts'

export interface EntityList {
  schema: string
  search: string
  sort: EntitySort
  kinds: readonly EntityKind[]
}

export const entityQueries = {
  all: tableKeys.entities,
  /** The key prefix of everything about a project's entities. */
  of: tableKeys.entitiesOf,

  schemas: (ref: string) => [...entityQueries.of(ref), 'schemas'] as const,

  /** Schemas whose name contains a text, page by page; `public` is the first. */
  schemaPages: (ref: string, search: string) =>
    infiniteQueryOptions({
      queryKey: [...entityQueries.schemas(ref), search],
      queryFn: ({ pageParam, signal }) =>
        call(
          listDatabaseSchemas,
          { params: { ref }, query: { search, ...(pageParam !== null && { cursor: pageParam }) } },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    }),

  /** The present names of tables; `ids` is read at each fetch. */
  names: (ref: string, ids: () => readonly number[]) =>
    queryOptions({
      queryKey: [...entityQueries.of(ref), 'names'],
      queryFn: async ({ signal }) => {
        const asked = ids()
        if (asked.length === 0) return { asked, found: [] }
        const query = { id: asked.map(String) }
        return { asked, found: await call(nameEntities, { params: { ref }, query }, signal) }
      },
    }),

  /** The SQL that creates a table or view. */
  definition: (ref: string, id: number) =>
    queryOptions({
      queryKey: [...entityQueries.of(ref), 'definition', id],
      queryFn: ({ signal }) => call(defineEntity, { params: { ref, oid: String(id) } }, signal),
    }),

  relationships: (ref: string, id: number) =>
    queryOptions({
      queryKey: [...entityQueries.of(ref), 'relationships', id],
      queryFn: ({ signal }) => call(listRelationships, { params: { ref, oid: String(id) } }, signal),
    }),

  /** Tables and views of a schema, page by page. */
  pages: (ref: string, { schema, search, sort, kinds }: EntityList) =>
    infiniteQueryOptions({
      queryKey: [...entityQueries.of(ref), 'list', schema, search, sort, kinds],
      queryFn: ({ pageParam, signal }) =>
        call(
          listEntities,
          {
            params: { ref },
            query: {
              schema,
              search,
              sort,
              ...(kinds.length < entityKinds.length && { type: [...kinds] }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    }),
}

/** Creates a schema. The form displays errors. */
export const newSchema = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(createSchema, { params: { ref }, body: { name } }),
    onSuccess: (_schema, _name, _result, { client }) =>
      client.invalidateQueries({ queryKey: entityQueries.schemas(ref) }),
  })
