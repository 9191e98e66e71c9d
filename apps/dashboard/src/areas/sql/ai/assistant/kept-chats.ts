import { readPreference, watchPreference, writePreference } from '../../../../lib/preference.ts'
import { aNumber, aText, listOf, objectOf, oneOf, shape } from '../../../../lib/shape.ts'
import { CHATS_MAX, type Chat, type ChatPart, keptChats } from './chat.rules.ts'

/** Written by this program, and looked at closely enough that nothing breaks on it: the server reads it again. */
const aPart = shape((value) => {
  const { type, text, data, toolCallId } = Object(value)
  const isKnown =
    typeof type === 'string' &&
    (type === 'text'
      ? typeof text === 'string'
      : type === 'data-sql'
        ? typeof data?.sql === 'string' && typeof data.label === 'string'
        : type.startsWith('tool-') && typeof toolCallId === 'string')
  return isKnown ? (value as ChatPart) : undefined
})
const aMessage = objectOf({ id: aText, role: oneOf(['user', 'assistant'] as const), parts: listOf(aPart) })
const Chats = listOf(
  objectOf({
    id: aText,
    name: aText,
    createdAt: aNumber,
    updatedAt: aNumber,
    messages: listOf(aMessage),
  }),
  CHATS_MAX,
)

const none: Chat[] = []

/** Where the chats of one person about one project lie in this browser. */
export const keptChatsOf = (userId: string, ref: string) => {
  const key = `assistant.${userId}.${ref}`
  return {
    read: (): readonly Chat[] => readPreference<Chat[]>(key, Chats, none),
    write: (chats: readonly Chat[]) => writePreference(key, keptChats(chats)),
    /** Hears of what other tabs keep. */
    watch: (changed: () => void) => watchPreference(key, changed),
  }
}
