import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AiKeyCheck, CodeToComplete, CompletionEvent, SqlTitle, SqlToTitle } from './ai.schema.ts'

export const completeCode = endpoint({
  name: 'completeCode',
  method: 'POST',
  path: '/api/ai/code/complete',
  summary: 'Have SQL written or rewritten by the AI endpoint; answers what takes the place of the selection',
  body: CodeToComplete,
  response: z.string(),
  // Neither wish nor text is kept: both may hold personal data.
  audit: { title: 'Have SQL written by AI' },
})

export const streamCodeCompletion = endpoint({
  name: 'streamCodeCompletion',
  method: 'POST',
  path: '/api/ai/code/complete/stream',
  summary: 'The same, read while it is written, one JSON event a line',
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
    'Find a title for SQL: by the AI endpoint, which sees it without its strings and comments when the organization of the project lets it, or from its statements',
  body: SqlToTitle,
  response: SqlTitle,
  audit: { title: 'Find a title for SQL' },
})

export const checkAiKey = endpoint({
  name: 'checkAiKey',
  method: 'GET',
  path: '/api/ai/sql/check-api-key',
  summary: 'Whether the installation has an AI endpoint',
  response: AiKeyCheck,
})
