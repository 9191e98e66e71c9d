import { z } from 'zod'
import { ProjectRef } from '../projects/projects.schema.ts'
import {
  AI_CHAT_MESSAGES_MAX,
  AI_CHAT_TEXT_MAX,
  assistantToolNames,
  SHARED_ROWS_CHARACTERS_MAX,
} from './assistant.rules.ts'

// Messages and events have the shapes of the UI messages of the AI SDK, so that its clients understand them.

const Words = z.string().max(AI_CHAT_TEXT_MAX, `At most ${AI_CHAT_TEXT_MAX} characters`)

const TextPart = z.object({ type: z.literal('text'), text: Words })

/** SQL that the user attached to a message. */
const SqlPart = z.object({
  type: z.literal('data-sql'),
  data: z.object({ label: z.string().max(200), sql: Words }),
})
export type SqlPart = z.infer<typeof SqlPart>

/** The result of SQL that the assistant proposed and the user ran. */
export const SqlOutcome = z.object({
  rowCount: z.number().int().min(0).nullable(),
  /** As JSON; only where the organization lets AI see rows. */
  rows: z.string().max(SHARED_ROWS_CHARACTERS_MAX).optional(),
  error: z.object({ sqlstate: z.string().max(5).optional(), message: Words }).optional(),
})
export type SqlOutcome = z.infer<typeof SqlOutcome>

const ToolPart = z.object({
  type: z.enum(assistantToolNames.map((name) => `tool-${name}` as const)),
  toolCallId: z.string().min(1).max(200),
  state: z.enum(['input-available', 'output-available', 'output-error']),
  input: z.unknown(),
  output: z.unknown().optional(),
  errorText: z.string().max(AI_CHAT_TEXT_MAX).optional(),
})
export type ToolPart = z.infer<typeof ToolPart>

/** Parts that only clients use, such as the steps of an answer, are dropped. */
const OtherPart = z
  .object({ type: z.string().max(100) })
  .refine(({ type }) => type !== 'text' && type !== 'data-sql', 'Not a part of a message')
  .transform(() => ({ type: 'other' as const }))

export const ChatMessage = z.object({
  id: z.string().max(200).default(''),
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.union([TextPart, SqlPart, ToolPart, OtherPart])).max(200),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Further fields that other clients send, such as a connection string, are ignored: the ref identifies the project. */
export const ChatToContinue = z.object({
  projectRef: ProjectRef,
  chatName: z.string().max(200).optional(),
  messages: z
    .array(ChatMessage)
    .min(1, 'Write a message first')
    .max(AI_CHAT_MESSAGES_MAX, 'This chat is too long. Start a new one.'),
})
export type ChatToContinue = z.infer<typeof ChatToContinue>

const Text = z.object({ id: z.string(), delta: z.string() })

/** One event of a streamed answer. */
export const AnswerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start') }),
  z.object({ type: z.literal('text-start'), id: z.string() }),
  Text.extend({ type: z.literal('text-delta') }),
  z.object({ type: z.literal('text-end'), id: z.string() }),
  z.object({ type: z.literal('reasoning-start'), id: z.string() }),
  Text.extend({ type: z.literal('reasoning-delta') }),
  z.object({ type: z.literal('reasoning-end'), id: z.string() }),
  z.object({
    type: z.literal('tool-input-available'),
    toolCallId: z.string(),
    toolName: z.string(),
    input: z.unknown(),
  }),
  z.object({ type: z.literal('tool-output-available'), toolCallId: z.string(), output: z.unknown() }),
  z.object({ type: z.literal('tool-output-error'), toolCallId: z.string(), errorText: z.string() }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
  z.object({ type: z.literal('finish') }),
])
export type AnswerEvent = z.infer<typeof AnswerEvent>
