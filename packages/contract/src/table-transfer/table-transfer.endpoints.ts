import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { EntityParams } from '../table-editor/grid.schema.ts'
import { EXPORT_BODY_LIMIT, IMPORT_PART_BYTES } from './table-transfer.rules.ts'
import {
  ImportEnd,
  ImportEvent,
  ImportParams,
  ImportPartParams,
  ReceivedPart,
  StartedImport,
  TableExport,
  TableImport,
} from './table-transfer.schema.ts'

export const exportTable = endpoint({
  name: 'exportTable',
  method: 'POST',
  path: '/platform/pg-meta/:ref/entities/:oid/export',
  summary: 'Download rows of a table or view as a file, without a limit',
  params: EntityParams,
  body: TableExport,
  response: z.string(),
  media: 'file',
  bodyLimit: EXPORT_BODY_LIMIT,
  audit: { title: 'Export rows', keeps: ['format', 'role', 'database'] },
})

export const startImport = endpoint({
  name: 'startImport',
  method: 'POST',
  path: '/platform/pg-meta/:ref/imports',
  summary: 'Begin an import of rows; nothing is imported until it is finished',
  status: 201,
  params: ProjectParams,
  body: TableImport,
  response: StartedImport,
  audit: { title: 'Begin an import', keeps: ['into', 'role'] },
})

export const sendImportPart = endpoint({
  name: 'sendImportPart',
  method: 'PUT',
  path: '/platform/pg-meta/:ref/imports/:id/parts/:part',
  summary:
    "Send the next part of an import: rows in PostgreSQL's COPY text format, as application/octet-stream",
  params: ImportPartParams,
  response: ReceivedPart,
  bodyLimit: IMPORT_PART_BYTES,
  audit: { repeats: true },
})

export const finishImport = endpoint({
  name: 'finishImport',
  method: 'POST',
  path: '/platform/pg-meta/:ref/imports/:id/finish',
  summary: 'Write the rows of an import, in one transaction',
  params: ImportParams,
  body: ImportEnd,
  response: ImportEvent,
  media: 'ndjson',
  audit: { title: 'Import rows', keeps: [] },
})

export const cancelImport = endpoint({
  name: 'cancelImport',
  method: 'DELETE',
  path: '/platform/pg-meta/:ref/imports/:id',
  summary: 'Cancel an import: nothing of it stays',
  params: ImportParams,
  response: Done,
})
