import { askAssistant } from '@basalt/contract/ai/assistant.endpoints.ts'
import { NEW_CHAT_NAME } from '@basalt/contract/ai/assistant.rules.ts'
import type { AnswerEvent, SqlOutcome } from '@basalt/contract/ai/assistant.schema.ts'
import type { Input } from '@basalt/contract/endpoint.ts'
import { send } from '../../../../api/call.ts'
import { linesOf } from '../../../../api/lines.ts'
import { newId } from '../../../../lib/new-id.ts'
import {
  type AttachedSql,
  beginChat,
  type Chat,
  type ChatMessage,
  chatName,
  type Draft,
  nameFromWords,
  nameGivenIn,
  withEvent,
  withOutcome,
} from './chat.rules.ts'
import type { chatStorage } from './chat-storage.ts'
import type { NewChat } from './new-chat.ts'

export interface AssistantSnapshot {
  /** Newest first. */
  readonly chats: readonly Chat[]
  readonly current: Chat
  /** The chat that is being answered; one at a time. */
  readonly writingId: string | undefined
  /** Why the last answer of a chat failed. */
  readonly failure: { readonly chatId: string; readonly message: string } | undefined
  /** Suggested questions while the chat is empty. */
  readonly suggestions: readonly string[]
}

/**
 * The chats about one project and the answer being written. Lives outside React, so an answer continues while the panel
 * is closed.
 */
export class Assistant {
  readonly #ref: string
  readonly #storage: ReturnType<typeof chatStorage>
  readonly #listeners = new Set<() => void>()
  #snapshot: AssistantSnapshot
  #abort: AbortController | undefined
  /** The unsent message of each chat, by chat id. */
  readonly drafts = new Map<string, Draft>()

  constructor(ref: string, storage: ReturnType<typeof chatStorage>) {
    this.#ref = ref
    this.#storage = storage
    const chats = storage.read()
    const current = chats[0] ?? beginChat(newId(), Date.now())
    this.#snapshot = { chats, current, writingId: undefined, failure: undefined, suggestions: [] }
    storage.watch(() => this.#mergeStored())
  }

  readonly subscribe = (changed: () => void) => {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  readonly getSnapshot = () => this.#snapshot

  begin({ name, initialInput, sqlSnippets = [], suggestions = [] }: Partial<NewChat> = {}) {
    const chat = beginChat(newId(), Date.now(), name)
    this.drafts.set(chat.id, { text: initialInput ?? '', sql: sqlSnippets })
    this.#publish({ ...this.#keepingDraft(), current: chat, suggestions })
  }

  switchTo(id: string) {
    const chat = this.#snapshot.chats.find((one) => one.id === id)
    if (chat) this.#publish({ ...this.#keepingDraft(), current: chat, suggestions: [] })
  }

  /** Keeps the current chat in the list when it has an unsent message. */
  #keepingDraft() {
    const { chats, current } = this.#snapshot
    const hasDraft = (this.drafts.get(current.id)?.text ?? '').trim() !== ''
    const isListed = chats.some(({ id }) => id === current.id)
    return hasDraft && !isListed ? { chats: [current, ...chats] } : {}
  }

  rename(id: string, name: string) {
    const given = chatName(name)
    if (given !== '') this.#change(id, (chat) => ({ ...chat, name: given, updatedAt: Date.now() }), 'store')
  }

  remove(id: string) {
    if (this.#snapshot.writingId === id) this.stop()
    const chats = this.#snapshot.chats.filter((one) => one.id !== id)
    this.drafts.delete(id)
    const isCurrent = this.#snapshot.current.id === id
    this.#publish({
      chats,
      ...(isCurrent && { current: chats[0] ?? beginChat(newId(), Date.now()), suggestions: [] }),
    })
    this.#storage.write(chats)
  }

  /** Records the outcome of proposed SQL that the user ran. */
  noteOutcome(chatId: string, toolCallId: string, outcome: SqlOutcome) {
    this.#change(chatId, (chat) => withOutcome(chat, toolCallId, outcome), 'store')
  }

  stop() {
    this.#abort?.abort()
  }

  /** Sends a message in the current chat. Never rejects; does nothing while an answer is being written. */
  async send(text: string, sql: readonly AttachedSql[]): Promise<void> {
    if (this.#snapshot.writingId !== undefined) return
    const { current } = this.#snapshot
    const message: ChatMessage = {
      id: newId(),
      role: 'user',
      parts: [
        ...(text.trim() === '' ? [] : [{ type: 'text' as const, text: text.trim() }]),
        ...sql.map((data) => ({ type: 'data-sql' as const, data })),
      ],
    }
    this.drafts.delete(current.id)
    await this.#answer({ ...current, messages: [...current.messages, message] })
  }

  /** Requests the last answer again. Never rejects. */
  async retry(): Promise<void> {
    const { current, writingId } = this.#snapshot
    const question = current.messages.findLastIndex(({ role }) => role === 'user')
    if (writingId !== undefined || question === -1) return
    await this.#answer({ ...current, messages: current.messages.slice(0, question + 1) })
  }

  async #answer(question: Chat) {
    const abort = new AbortController()
    this.#abort = abort
    const { id } = question
    let answer: ChatMessage = { id: newId(), role: 'assistant', parts: [] }
    this.#put({ ...question, updatedAt: Date.now() })
    this.#publish({ writingId: id, failure: undefined, suggestions: [] })
    this.#storage.write(this.#snapshot.chats)
    let failure: AssistantSnapshot['failure']
    try {
      const body = {
        projectRef: this.#ref,
        chatName: question.name,
        messages: sentMessages(question.messages),
      }
      await readAnswer(
        body,
        (event) => {
          answer = { ...answer, parts: withEvent(answer.parts, event) }
          this.#change(id, (chat) => ({ ...chat, messages: [...question.messages, answer] }))
        },
        abort.signal,
      )
    } catch (error) {
      if (!abort.signal.aborted)
        failure = { chatId: id, message: error instanceof Error ? error.message : 'Unknown error' }
    }
    this.#change(
      id,
      (chat) => ({ ...chat, name: this.#nameFor(chat, question, answer), updatedAt: Date.now() }),
      'store',
    )
    this.#abort = undefined
    this.#publish({ writingId: undefined, failure })
  }

  /** The name of an unnamed chat: given by the assistant, or taken from the first question. */
  #nameFor({ name }: Chat, { messages }: Chat, answer: ChatMessage): string {
    if (name !== NEW_CHAT_NAME) return name
    return nameGivenIn(answer) ?? (messages[0] && nameFromWords(messages[0])) ?? name
  }

  #change(id: string, change: (chat: Chat) => Chat, storage?: 'store') {
    const { chats, current } = this.#snapshot
    const chat = chats.find((one) => one.id === id) ?? (current.id === id ? current : undefined)
    // The chat has been deleted in the meantime.
    if (!chat) return
    this.#put(change(chat))
    if (storage === 'store') this.#storage.write(this.#snapshot.chats)
  }

  #put(chat: Chat) {
    const { chats, current } = this.#snapshot
    const others = chats.filter(({ id }) => id !== chat.id)
    const isListed = others.length < chats.length
    this.#publish({
      chats: isListed ? chats.map((one) => (one.id === chat.id ? chat : one)) : [chat, ...chats],
      ...(current.id === chat.id && { current: chat }),
    })
  }

  /** Merges chats stored by another tab, except the one being written here. */
  #mergeStored() {
    const { chats, writingId, current } = this.#snapshot
    const stored = this.#storage.read()
    const isOwn = ({ id, updatedAt }: Chat) =>
      id === writingId || chats.some((one) => one.id === id && one.updatedAt >= updatedAt)
    const isUnsent = ({ messages }: Chat) => messages.length === 0
    const own = chats.filter(
      (one) => (one.id === writingId || isUnsent(one)) && !stored.some(({ id }) => id === one.id),
    )
    const merged = [
      ...own,
      ...stored.map((chat) => (isOwn(chat) ? (chats.find(({ id }) => id === chat.id) ?? chat) : chat)),
    ]
    this.#publish({ chats: merged, current: merged.find(({ id }) => id === current.id) ?? current })
  }

  #publish(change: Partial<AssistantSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const changed of this.#listeners) changed()
  }
}

/** The assistant gets no reasoning back. */
const sentMessages = (messages: readonly ChatMessage[]) =>
  messages
    .map((message) => ({ ...message, parts: message.parts.filter((part) => part.type !== 'reasoning') }))
    .filter(({ parts }) => parts.length > 0)

const DATA = 'data: '

/**
 * Requests an answer and passes its events to `onEvent`. Resolves when the answer is complete. Rejects with a message
 * for the user, or with the abort reason.
 */
async function readAnswer(
  chat: Input<typeof askAssistant>['body'],
  onEvent: (event: AnswerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(askAssistant, { body: chat }, signal)
  for await (const line of linesOf(response)) {
    if (!line.startsWith(`${DATA}{`)) continue
    // Not validated: it comes from our own server.
    const event: AnswerEvent = JSON.parse(line.slice(DATA.length))
    if (event.type === 'finish') return
    if (event.type === 'error') throw new Error(event.errorText)
    onEvent(event)
  }
  throw new Error('The connection was lost. Try again.')
}
