import { z } from 'zod'
import { ErrorBody } from '../errors.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { AI_PROMPT_MAX, AI_SELECTION_MAX, AI_TITLE_SQL_MAX } from './ai.rules.ts'

/** What is to be done, and where in the text. The text before and after is read as far as it is near. */
export const CompletionMetadata = z.object({
  prompt: z
    .string()
    .trim()
    .min(1, 'Say what to write')
    .max(AI_PROMPT_MAX, `At most ${AI_PROMPT_MAX} characters`),
  /** Whole lines, which the answer takes the place of. */
  selection: z.string().max(AI_SELECTION_MAX, `Select at most ${AI_SELECTION_MAX} characters`).default(''),
  textBeforeCursor: z.string().default(''),
  textAfterCursor: z.string().default(''),
  language: z.literal('pgsql').default('pgsql'),
})

/** Fields that other clients send besides, such as a connection string, are not read: the project says where it is. */
export const CodeToComplete = z.object({
  projectRef: ProjectRef,
  language: z.literal('sql').default('sql'),
  completionMetadata: CompletionMetadata,
})
export type CodeToComplete = z.infer<typeof CodeToComplete>

/** One line of a streamed answer: what the model writes as it comes, then all of it made ready to be used. */
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
  /** Without a project nobody has agreed to what the endpoint may see: then its statements give the title. */
  projectRef: ProjectRef.optional(),
})

export const SqlTitle = z.object({ title: z.string() })

export const AiKeyCheck = z.object({
  /** Whether the installation has an endpoint to ask; one on the own machine may need no key. */
  hasKey: z.boolean(),
})
