import { z } from 'zod'
import { ErrorBody } from '../errors.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import {
  AI_FILTER_COLUMNS_MAX,
  AI_FILTER_TEXT_MAX,
  AI_FILTER_VALUES_MAX,
  AI_PROMPT_MAX,
  AI_SELECTION_MAX,
  AI_TITLE_SQL_MAX,
} from './ai.rules.ts'

/** What to write, and where in the text. Only the nearest text before and after is used. */
export const CompletionMetadata = z.object({
  prompt: z
    .string()
    .trim()
    .min(1, 'Say what to write')
    .max(AI_PROMPT_MAX, `At most ${AI_PROMPT_MAX} characters`),
  /** Whole lines that the answer replaces. */
  selection: z.string().max(AI_SELECTION_MAX, `Select at most ${AI_SELECTION_MAX} characters`).default(''),
  textBeforeCursor: z.string().default(''),
  textAfterCursor: z.string().default(''),
  language: z.literal('pgsql').default('pgsql'),
})

/** Further fields that other clients send, such as a connection string, are ignored: the ref identifies the project. */
export const CodeToComplete = z.object({
  projectRef: ProjectRef,
  language: z.literal('sql').default('sql'),
  completionMetadata: CompletionMetadata,
})
export type CodeToComplete = z.infer<typeof CodeToComplete>

/** One line of a streamed answer: the model's text as it arrives, then the cleaned replacement. */
export const CompletionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('end'), replacement: z.string() }),
  z.object({
    type: z.literal('error'),
    code: ErrorBody.shape.code,
    message: z.string(),
  }),
])
export type CompletionEvent = z.infer<typeof CompletionEvent>

export const SqlToTitle = z.object({
  sql: z
    .string()
    .max(AI_TITLE_SQL_MAX, `At most ${AI_TITLE_SQL_MAX} characters`)
    .refine((sql) => sql.trim() !== '', 'Write some SQL first'),
  /** Without a project nobody has consented to use of the AI endpoint: the title comes from the statements. */
  projectRef: ProjectRef.optional(),
})

export const SqlTitle = z.object({ title: z.string() })

/** A column as the model sees it. */
const FilterColumn = z.object({
  name: z.string().max(AI_FILTER_TEXT_MAX),
  data_type: z.string().max(AI_FILTER_TEXT_MAX),
  /** The values of an enum. */
  values: z.array(z.string().max(AI_FILTER_TEXT_MAX)).max(AI_FILTER_VALUES_MAX).default([]),
})

export const RowFilterToWrite = z.object({
  projectRef: ProjectRef,
  prompt: z
    .string()
    .trim()
    .min(1, 'Describe the rows')
    .max(AI_PROMPT_MAX, `At most ${AI_PROMPT_MAX} characters`),
  table: z.string().max(AI_FILTER_TEXT_MAX),
  columns: z.array(FilterColumn).min(1).max(AI_FILTER_COLUMNS_MAX),
})
export type RowFilterToWrite = z.infer<typeof RowFilterToWrite>

export const RowFilter = z.object({
  /** As in the URL of the table editor; all hold. */
  filter: z.array(z.string()),
})

export const AiKeyCheck = z.object({
  /** Whether the installation has an AI endpoint; a local one may need no key. */
  hasKey: z.boolean(),
})
