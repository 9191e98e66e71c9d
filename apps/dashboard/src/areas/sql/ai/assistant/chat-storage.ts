import { readPreference, watchPreference, writePreference } from '../../../../lib/preference.ts'
import { aNumber, aText, listOf, objectOf, oneOf, shape } from '../../../../lib/shape.ts'
import { CHATS_MAX, type Chat, type ChatPart, storableChats } from './chat.rules.ts'

/** Validated only as far as rendering needs: the server validates it when it is sent. */
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

/** One user's chats about one project, stored in this browser. */
export const chatStorage = (userId: string, ref: string) => {
  const key = `assistant.${userId}.${ref}`
  return {
    read: (): readonly Chat[] => readPreference<Chat[]>(key, Chats, none),
    write: (chats: readonly Chat[]) => writePreference(key, storableChats(chats)),
    /** Calls back when another tab stores chats. */
    watch: (changed: () => void) => watchPreference(key, changed),
  }
}
