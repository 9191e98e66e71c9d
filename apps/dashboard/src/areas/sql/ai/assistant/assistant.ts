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
import type { keptChatsOf } from './kept-chats.ts'
import type { NewChat } from './new-chat.ts'

export interface AssistantSnapshot {
  /** The newest first. */
  readonly chats: readonly Chat[]
  readonly current: Chat
  /** The chat that is being answered; one at a time. */
  readonly writingId: string | undefined
  /** Why the last answer of a chat did not come. */
  readonly failure: { readonly chatId: string; readonly message: string } | undefined
  /** What a chat offers to be asked, as long as it is empty. */
  readonly suggestions: readonly string[]
}

/**
 * The chats about one project, and the answer that is being written. React only looks at it, so an answer goes on while
 * the panel is closed.
 */
export class Assistant {
  readonly #ref: string
  readonly #kept: ReturnType<typeof keptChatsOf>
  readonly #watchers = new Set<() => void>()
  #snapshot: AssistantSnapshot
  #abort: AbortController | undefined
  /** What stands in the field of each chat, which nobody has sent. */
  readonly drafts = new Map<string, Draft>()

  constructor(ref: string, kept: ReturnType<typeof keptChatsOf>) {
    this.#ref = ref
    this.#kept = kept
    const chats = kept.read()
    const current = chats[0] ?? beginChat(newId(), Date.now())
    this.#snapshot = { chats, current, writingId: undefined, failure: undefined, suggestions: [] }
    kept.watch(() => this.#takeOver())
  }

  readonly subscribe = (changed: () => void) => {
    this.#watchers.add(changed)
    return () => void this.#watchers.delete(changed)
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

  /** A chat in which something is written that was not sent is to be found again. */
  #keepingDraft() {
    const { chats, current } = this.#snapshot
    const hasDraft = (this.drafts.get(current.id)?.text ?? '').trim() !== ''
    const isThere = chats.some(({ id }) => id === current.id)
    return hasDraft && !isThere ? { chats: [current, ...chats] } : {}
  }

  rename(id: string, name: string) {
    const given = chatName(name)
    if (given !== '') this.#change(id, (chat) => ({ ...chat, name: given, updatedAt: Date.now() }), 'keep')
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
    this.#kept.write(chats)
  }

  /** What somebody has run of what was proposed. */
  noteOutcome(chatId: string, toolCallId: string, outcome: SqlOutcome) {
    this.#change(chatId, (chat) => withOutcome(chat, toolCallId, outcome), 'keep')
  }

  stop() {
    this.#abort?.abort()
  }

  /** Sends a message of the current chat. Never rejects; does nothing while an answer is written. */
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
    const asked = current.messages.findLastIndex(({ role }) => role === 'user')
    if (writingId !== undefined || asked === -1) return
    await this.#answer({ ...current, messages: current.messages.slice(0, asked + 1) })
  }

  async #answer(asked: Chat) {
    const abort = new AbortController()
    this.#abort = abort
    const { id } = asked
    let answer: ChatMessage = { id: newId(), role: 'assistant', parts: [] }
    this.#put({ ...asked, updatedAt: Date.now() })
    this.#publish({ writingId: id, failure: undefined, suggestions: [] })
    this.#kept.write(this.#snapshot.chats)
    let failure: AssistantSnapshot['failure']
    try {
      const body = { projectRef: this.#ref, chatName: asked.name, messages: sent(asked.messages) }
      await readAnswer(
        body,
        (event) => {
          answer = { ...answer, parts: withEvent(answer.parts, event) }
          this.#change(id, (chat) => ({ ...chat, messages: [...asked.messages, answer] }))
        },
        abort.signal,
      )
    } catch (error) {
      if (!abort.signal.aborted)
        failure = { chatId: id, message: error instanceof Error ? error.message : 'Unknown error' }
    }
    this.#change(
      id,
      (chat) => ({ ...chat, name: this.#nameFor(chat, asked, answer), updatedAt: Date.now() }),
      'keep',
    )
    this.#abort = undefined
    this.#publish({ writingId: undefined, failure })
  }

  /** Nobody has named it: the assistant, or what was asked first. */
  #nameFor({ name }: Chat, { messages }: Chat, answer: ChatMessage): string {
    if (name !== NEW_CHAT_NAME) return name
    return nameGivenIn(answer) ?? (messages[0] && nameFromWords(messages[0])) ?? name
  }

  #change(id: string, change: (chat: Chat) => Chat, storage?: 'keep') {
    const { chats, current } = this.#snapshot
    const chat = chats.find((one) => one.id === id) ?? (current.id === id ? current : undefined)
    // Somebody has deleted it meanwhile.
    if (!chat) return
    this.#put(change(chat))
    if (storage === 'keep') this.#kept.write(this.#snapshot.chats)
  }

  #put(chat: Chat) {
    const { chats, current } = this.#snapshot
    const others = chats.filter(({ id }) => id !== chat.id)
    const isThere = others.length < chats.length
    this.#publish({
      chats: isThere ? chats.map((one) => (one.id === chat.id ? chat : one)) : [chat, ...chats],
      ...(current.id === chat.id && { current: chat }),
    })
  }

  /** Another tab has kept something: its chats are taken, but for the one that is written here. */
  #takeOver() {
    const { chats, writingId, current } = this.#snapshot
    const kept = this.#kept.read()
    const isOwn = ({ id, updatedAt }: Chat) =>
      id === writingId || chats.some((one) => one.id === id && one.updatedAt >= updatedAt)
    const isUnsent = ({ messages }: Chat) => messages.length === 0
    const own = chats.filter(
      (one) => (one.id === writingId || isUnsent(one)) && !kept.some(({ id }) => id === one.id),
    )
    const merged = [
      ...own,
      ...kept.map((chat) => (isOwn(chat) ? (chats.find(({ id }) => id === chat.id) ?? chat) : chat)),
    ]
    this.#publish({ chats: merged, current: merged.find(({ id }) => id === current.id) ?? current })
  }

  #publish(change: Partial<AssistantSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const changed of this.#watchers) changed()
  }
}

/** What it thought aloud is of no use to it any more. */
const sent = (messages: readonly ChatMessage[]) =>
  messages
    .map((message) => ({ ...message, parts: message.parts.filter((part) => part.type !== 'reasoning') }))
    .filter(({ parts }) => parts.length > 0)

const DATA = 'data: '

/**
 * Has a chat answered; `onEvent` hears what comes. Resolves when the answer is complete. Rejects in words for people, or
 * with the abort reason.
 */
async function readAnswer(
  chat: Input<typeof askAssistant>['body'],
  onEvent: (event: AnswerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(askAssistant, { body: chat }, signal)
  for await (const line of linesOf(response)) {
    if (!line.startsWith(`${DATA}{`)) continue
    // From our own server: its shape is taken as agreed.
    const event: AnswerEvent = JSON.parse(line.slice(DATA.length))
    if (event.type === 'finish') return
    if (event.type === 'error') throw new Error(event.errorText)
    onEvent(event)
  }
  throw new Error('The connection broke off. Try again.')
}
