import { AI_MESSAGE_MAX, CHAT_NAME_MAX, NEW_CHAT_NAME } from '@basalt/contract/ai/assistant.rules.ts'
import type { AnswerEvent, SqlOutcome, SqlPart, ToolPart } from '@basalt/contract/ai/assistant.schema.ts'

export type AttachedSql = SqlPart['data']
/** What it thought aloud; only shown, never sent back. */
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
  /** In milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** Chats of one project that a browser keeps. */
export const CHATS_MAX = 50
/** Characters of them: its storage is shared with everything else that it keeps. */
export const CHATS_LENGTH_MAX = 1_000_000

export const beginChat = (id: string, now: number, name: string = NEW_CHAT_NAME): Chat => ({
  id,
  name: chatName(name) || NEW_CHAT_NAME,
  messages: [],
  createdAt: now,
  updatedAt: now,
})

/** A text as the name of a chat: one line that ends at a word. */
export function chatName(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  if (line.length <= CHAT_NAME_MAX) return line
  const cut = line.slice(0, CHAT_NAME_MAX - 1)
  const atWord = cut.lastIndexOf(' ')
  return `${(atWord > CHAT_NAME_MAX / 2 ? cut.slice(0, atWord) : cut).toWellFormed()}…`
}

/** What stands in the field of a chat, and what goes along. */
export interface Draft {
  text: string
  sql: readonly AttachedSql[]
}

const MAX = AI_MESSAGE_MAX.toLocaleString('en-GB')

/** Why a draft cannot be sent, if anything. */
export function draftRefusal({ text, sql }: Draft): string | undefined {
  if (text.trim() === '' && sql.length === 0) return 'Write something first'
  if (text.length > AI_MESSAGE_MAX) return `Write at most ${MAX} characters`
  const long = sql.find((one) => one.sql.length > AI_MESSAGE_MAX)
  return long && `${long.label} is too long: at most ${MAX} characters can go along`
}

/** The parts of a message once an event of its answer has come. */
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

/** The chat once somebody has run SQL that was proposed in it. */
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

/** What was written in a message, as a name for its chat. */
export const nameFromWords = ({ parts }: ChatMessage): string =>
  chatName(parts.map((part) => (part.type === 'text' ? part.text : '')).join(' '))

/**
 * What is kept of chats when the page goes: the newest as far as there is room for them. Rows and what the log said stay
 * in the page, since the browser's storage is no place for a project's data.
 */
export function keptChats(chats: readonly Chat[]): Chat[] {
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
