import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { QUERY_BODY_LIMIT } from './query.rules.ts'
import {
  StoredParams,
  StoredRowsPart,
  StoredRowsQuery,
  StoredSample,
  StoredSampleQuery,
  StoredTextQuery,
  StoredView,
  StoredViewEvent,
} from './stored-rows.schema.ts'

export const readStoredRows = endpoint({
  name: 'readStoredRows',
  method: 'GET',
  path: '/platform/projects/:ref/queries/:id/rows',
  summary: "Read a range of the rows that one of the caller's queries stored on the server",
  params: StoredParams,
  query: StoredRowsQuery,
  response: StoredRowsPart,
})

export const viewStoredRows = endpoint({
  name: 'viewStoredRows',
  method: 'POST',
  path: '/platform/projects/:ref/queries/:id/views',
  summary: 'Filter and sort stored rows, one JSON event per line; the result is read by the id of the view',
  params: StoredParams,
  body: StoredView,
  response: StoredViewEvent,
  media: 'ndjson',
  // A filter's value may have any length.
  bodyLimit: QUERY_BODY_LIMIT,
  audit: { repeats: true },
})

export const sampleStoredRows = endpoint({
  name: 'sampleStoredRows',
  method: 'GET',
  path: '/platform/projects/:ref/queries/:id/sample',
  summary: 'Read evenly spaced stored rows of one or two columns',
  params: StoredParams,
  query: StoredSampleQuery,
  response: StoredSample,
})

export const exportStoredRows = endpoint({
  name: 'exportStoredRows',
  method: 'GET',
  path: '/platform/projects/:ref/queries/:id/text',
  summary: 'Download all or a range of the stored rows as a file',
  params: StoredParams,
  query: StoredTextQuery,
  response: z.string(),
  media: 'file',
})
