import {
  describeApiFunction,
  describeApiRelation,
  listApiContents,
} from '@basalt/contract/api-docs/api-docs.endpoints.ts'
import { getTypescriptTypes } from '@basalt/contract/api-docs/client-types.endpoints.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { downloadFile } from '../../../lib/download.ts'

/** All need a running database, and refetch on every mount, because tables change elsewhere. */
export const apiDocsQueries = {
  /** `schema` defaults to the first exposed one. */
  contents: (ref: string, schema?: string) =>
    queryOptions({
      queryKey: ['api-docs', ref, 'contents', schema ?? null] as const,
      queryFn: ({ signal }) =>
        call(listApiContents, { params: { ref }, query: schema === undefined ? {} : { schema } }, signal),
      staleTime: 0,
    }),

  relation: (ref: string, schema: string, name: string) =>
    queryOptions({
      queryKey: ['api-docs', ref, 'relation', schema, name] as const,
      queryFn: ({ signal }) =>
        call(describeApiRelation, { params: { ref }, query: { schema, name } }, signal),
      staleTime: 0,
    }),

  function: (ref: string, schema: string, name: string) =>
    queryOptions({
      queryKey: ['api-docs', ref, 'function', schema, name] as const,
      queryFn: ({ signal }) =>
        call(describeApiFunction, { params: { ref }, query: { schema, name } }, signal),
      staleTime: 0,
    }),
}

/** Downloads the types of all exposed schemas. */
export const downloadTypes = (ref: string) =>
  mutationOptions({
    mutationFn: async () => {
      const { types } = await call(getTypescriptTypes, { params: { ref }, query: {} })
      downloadFile('database.types.ts', 'text/plain', [types])
    },
    meta: { errorTitle: 'Failed to write the types' },
  })
