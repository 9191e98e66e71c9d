import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  AiKeyCheck,
  CodeToComplete,
  CompletionEvent,
  RowFilter,
  RowFilterToWrite,
  SqlTitle,
  SqlToTitle,
} from './ai.schema.ts'

export const completeCode = endpoint({
  name: 'completeCode',
  method: 'POST',
  path: '/api/ai/code/complete',
  summary: 'Have the AI endpoint write or rewrite SQL; returns the replacement of the selection',
  body: CodeToComplete,
  response: z.string(),
  // Neither prompt nor SQL is recorded: both may hold personal data.
  audit: { title: 'Have SQL written by AI' },
})

export const streamCodeCompletion = endpoint({
  name: 'streamCodeCompletion',
  method: 'POST',
  path: '/api/ai/code/complete/stream',
  summary: 'Have the AI endpoint write or rewrite SQL, streamed as one JSON event per line',
  body: CodeToComplete,
  response: CompletionEvent,
  media: 'ndjson',
  audit: { title: 'Have SQL written by AI' },
})

export const titleSql = endpoint({
  name: 'titleSql',
  method: 'POST',
  path: '/api/ai/sql/title-v2',
  summary:
    'Find a title for SQL: from the AI endpoint, which gets it without strings and comments if the organization allows it, else from its statements',
  body: SqlToTitle,
  response: SqlTitle,
  audit: { title: 'Find a title for SQL' },
})

export const writeRowFilter = endpoint({
  name: 'writeRowFilter',
  method: 'POST',
  path: '/api/ai/table-editor/filter',
  summary: 'Have the AI endpoint write the filter of a table from a description; no row is sent to it',
  body: RowFilterToWrite,
  response: RowFilter,
  audit: { title: 'Have a filter written by AI' },
})

export const checkAiKey = endpoint({
  name: 'checkAiKey',
  method: 'GET',
  path: '/api/ai/sql/check-api-key',
  summary: 'Whether the installation has an AI endpoint',
  response: AiKeyCheck,
})
