import { type AiLevel, includesLevel } from './ai-level.rules.ts'

/** The largest chat in a request, in bytes. */
export const AI_CHAT_BODY_LIMIT = 5 * 1024 * 1024
/** Messages of one chat; older ones than the model's context holds are dropped before it is called. */
export const AI_CHAT_MESSAGES_MAX = 1_000
/** Characters of one message, and of the SQL attached to it. */
export const AI_MESSAGE_MAX = 100_000
/** Characters of one part of a chat; longer than any answer. */
export const AI_CHAT_TEXT_MAX = 250_000
/** Messages per user. */
export const AI_MESSAGES_PER_MINUTE = 20

/** The name of a chat that has not been named yet. */
export const NEW_CHAT_NAME = 'New chat'
/** Characters of a chat's name. */
export const CHAT_NAME_MAX = 60

/** The assistant's tools and the level each requires. `execute_sql` only proposes SQL, which the user may run. */
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

/** From this level on, the assistant receives the rows of SQL that the user ran. */
export const SHARED_ROWS_LEVEL: AiLevel = 'schema_and_log_and_data'

export const mayUse = (tool: AssistantToolName, level: AiLevel) => includesLevel(level, assistantTools[tool])

/** Rows of one result, and characters of them, that the assistant receives. */
export const SHARED_ROWS = 100
export const SHARED_ROWS_CHARACTERS_MAX = 20_000
