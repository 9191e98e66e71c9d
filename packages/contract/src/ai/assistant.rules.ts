import { type AiLevel, includesLevel } from './ai-level.rules.ts'

/** The largest chat that is sent. */
export const AI_CHAT_BODY_LIMIT = 5 * 1024 * 1024
/** Messages of one chat; what is older than the model can read is left out before. */
export const AI_CHAT_MESSAGES_MAX = 1_000
/** Characters that somebody may write at once, and of SQL that goes along. */
export const AI_MESSAGE_MAX = 100_000
/** Characters of one part of a chat; more than an answer has. */
export const AI_CHAT_TEXT_MAX = 250_000
/** Messages one person may send in a minute. */
export const AI_MESSAGES_PER_MINUTE = 20

/** The name of a chat that nobody has named. */
export const NEW_CHAT_NAME = 'New chat'
/** Characters that the name of a chat has at most. */
export const CHAT_NAME_MAX = 60

/** What the assistant may use, each from a level on. SQL is only shown to the user, who runs it or not. */
export const assistantTools = {
  execute_sql: 'disabled',
  rename_chat: 'disabled',
  search_docs: 'disabled',
  list_tables: 'schema',
  list_extensions: 'schema',
  list_policies: 'schema',
  get_advisors: 'schema_and_log',
  get_logs: 'schema_and_log',
} as const satisfies Record<string, AiLevel>
export type AssistantToolName = keyof typeof assistantTools
export const assistantToolNames = Object.keys(assistantTools) as [AssistantToolName, ...AssistantToolName[]]

/** From this level on the assistant is told the rows of SQL that the user has run. */
export const TOLD_ROWS_LEVEL: AiLevel = 'schema_and_log_and_data'

export const mayUse = (tool: AssistantToolName, level: AiLevel) => includesLevel(level, assistantTools[tool])

/** Rows, and characters of them, that the assistant is told of one result. */
export const TOLD_ROWS = 100
export const TOLD_ROWS_MAX = 20_000
