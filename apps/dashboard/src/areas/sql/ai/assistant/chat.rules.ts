import { AI_MESSAGE_MAX, CHAT_NAME_MAX, NEW_CHAT_NAME } from '@basalt/contract/ai/assistant.rules.ts'
import type { AnswerEvent, SqlOutcome, SqlPart, ToolPart } from '@basalt/contract/ai/assistant.schema.ts'

export type AttachedSql = SqlPart['data']
/** The model's reasoning: displayed, never sent back. */
interface ReasoningPart {
  type: 'reasoning'
  text: string
}
export type ChatPart = { type: 'text'; text: string } | ReasoningPart | SqlPart | ToolPart

export interface ChatMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly parts: readonly ChatPart[]
}

export interface Chat {
  readonly id: string
  readonly name: string
  readonly messages: readonly ChatMessage[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** The most chats of one project that a browser stores. */
export const CHATS_MAX = 50
/** Their size in characters of JSON: everything else shares the browser's storage. */
export const CHATS_LENGTH_MAX = 1_000_000

export const beginChat = (id: string, now: number, name: string = NEW_CHAT_NAME): Chat => ({
  id,
  name: chatName(name) || NEW_CHAT_NAME,
  messages: [],
  createdAt: now,
  updatedAt: now,
})

/** Shortens a text to the name of a chat: one line, cut at a word. */
export function chatName(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (line.length <= CHAT_NAME_MAX) return line
  const cut = line.slice(0, CHAT_NAME_MAX - 1)
  const atWord = cut.lastIndexOf(' ')
  return `${(atWord > CHAT_NAME_MAX / 2 ? cut.slice(0, atWord) : cut).toWellFormed()}…`
}

/** An unsent message and its attached SQL. */
export interface Draft {
  text: string
  sql: readonly AttachedSql[]
}

const MAX = AI_MESSAGE_MAX.toLocaleString('en-GB')

/** Why a draft cannot be sent; undefined when it can. */
export function draftRefusal({ text, sql }: Draft): string | undefined {
  if (text.trim() === '' && sql.length === 0) return 'Write something first'
  if (text.length > AI_MESSAGE_MAX) return `Write at most ${MAX} characters`
  const long = sql.find((one) => one.sql.length > AI_MESSAGE_MAX)
  return long && `${long.label} is too long: attach at most ${MAX} characters`
}

/** Applies an event of an answer to the parts of its message. */
export function withEvent(parts: readonly ChatPart[], event: AnswerEvent): readonly ChatPart[] {
  switch (event.type) {
    case 'text-start':
      return [...parts, { type: 'text', text: '' }]
    case 'reasoning-start':
      return [...parts, { type: 'reasoning', text: '' }]
    case 'text-delta':
    case 'reasoning-delta': {
      const last = parts.at(-1)
      if (last?.type !== 'text' && last?.type !== 'reasoning') return parts
      return [...parts.slice(0, -1), { ...last, text: last.text + event.delta }]
    }
    case 'tool-input-available': {
      const { toolCallId, toolName, input } = event
      const type = `tool-${toolName}` as ToolPart['type']
      return [...parts, { type, toolCallId, state: 'input-available', input }]
    }
    case 'tool-output-available':
      return withTool(parts, event.toolCallId, { state: 'output-available', output: event.output })
    case 'tool-output-error':
      return withTool(parts, event.toolCallId, { state: 'output-error', errorText: event.errorText })
    default:
      return parts
  }
}

const withTool = (parts: readonly ChatPart[], id: string, change: Partial<ToolPart>) =>
  parts.map((part) => ('toolCallId' in part && part.toolCallId === id ? { ...part, ...change } : part))

/** Records in a chat the outcome of SQL that was proposed in it. */
export const withOutcome = (chat: Chat, toolCallId: string, output: SqlOutcome): Chat => ({
  ...chat,
  messages: chat.messages.map((message) => ({
    ...message,
    parts: withTool(message.parts, toolCallId, { state: 'output-available', output }),
  })),
})

/** The name that the assistant gave a chat in a message, if it did. */
export function nameGivenIn({ parts }: ChatMessage): string | undefined {
  const part = parts.findLast((one) => one.type === 'tool-rename_chat')
  const name = (part as ToolPart | undefined)?.input as { newName?: unknown } | undefined
  return typeof name?.newName === 'string' ? chatName(name.newName) || undefined : undefined
}

/** A name for a chat from the text of a message. */
export const nameFromWords = ({ parts }: ChatMessage): string =>
  chatName(parts.map((part) => (part.type === 'text' ? part.text : '')).join(' '))

/**
 * What is stored of the chats: the newest that fit, without rows and logs, because the browser's storage is no place
 * for a project's data.
 */
export function storableChats(chats: readonly Chat[]): Chat[] {
  const newest = chats
    .filter(({ messages }) => messages.length > 0)
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .slice(0, CHATS_MAX)
    .map((chat) => ({ ...chat, messages: chat.messages.map(withoutData) }))
  let length = 0
  return newest.filter((chat, index) => {
    length += JSON.stringify(chat).length
    return index === 0 || length <= CHATS_LENGTH_MAX
  })
}

const withoutData = (message: ChatMessage): ChatMessage => ({
  ...message,
  parts: message.parts
    .filter(({ type }) => type !== 'reasoning')
    .map((part) => {
      if (part.type === 'tool-get_logs') {
        const { output: _, ...rest } = part
        return rest
      }
      return part.type === 'tool-execute_sql' ? { ...part, output: withoutRows(part.output) } : part
    }),
})

function withoutRows(output: unknown): unknown {
  if (typeof output !== 'object' || output === null) return undefined
  const { rows: _, ...rest } = output as SqlOutcome
  return rest
}
