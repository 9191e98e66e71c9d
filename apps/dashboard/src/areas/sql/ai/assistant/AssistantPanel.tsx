import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { AiUnavailable } from '../AiUnavailable.tsx'
import { aiQueries } from '../ai.queries.ts'
import { useAiUnavailable } from '../use-ai-unavailable.ts'
import { Assistant } from './assistant.ts'
import { ChatMenu } from './ChatMenu.tsx'
import { ChatTitle } from './ChatTitle.tsx'
import { Composer } from './Composer.tsx'
import type { AttachedSql, Draft } from './chat.rules.ts'
import { chatStorage } from './chat-storage.ts'
import { EmptyChat } from './EmptyChat.tsx'
import { MessageList } from './MessageList.tsx'
import type { ShowSql } from './MessageParts.tsx'
import type { NewChat } from './new-chat.ts'

const emptyDraft: Draft = { text: '', sql: [] }

/** Chats about a project, beside whichever of its pages is open. Key it by user and project. */
export function AssistantPanel({
  userId,
  project: { ref, organization_slug: slug },
  requestedChat,
  onBegun,
  onClose,
  showSql,
  attach,
}: {
  userId: string
  project: Project
  /** A chat that another part of the page wants to start. */
  requestedChat: NewChat | undefined
  onBegun: () => void
  onClose: () => void
  showSql: ShowSql
  /** Returns the open query; undefined when none is open. */
  attach: (() => AttachedSql) | undefined
}) {
  const { assistant, snapshot } = useAssistant(userId, ref)
  const reason = useAiUnavailable(slug)
  const { data: level } = useQuery(aiQueries.level(slug))
  const { chats, current, writingId, failure, suggestions } = snapshot
  const field = useRef<HTMLTextAreaElement>(null)
  const [isRenaming, setRenaming] = useState(false)
  const [draft, setDraft] = useDraft(assistant.drafts, current.id)

  const begin = useEffectEvent((chat: NewChat) => {
    assistant.begin(chat)
    onBegun()
  })
  useEffect(() => {
    if (requestedChat) begin(requestedChat)
  }, [requestedChat])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each switch to another chat moves the focus
  useEffect(() => field.current?.focus(), [current.id])

  const send = (next: Draft) => {
    void assistant.send(next.text, next.sql)
    setDraft(emptyDraft)
  }
  const isWriting = writingId === current.id
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    if (isWriting) assistant.stop()
    else onClose()
  }
  return (
    <aside
      aria-label="Assistant"
      onKeyDown={leave}
      className="fixed inset-y-0 right-0 z-30 flex w-full shrink-0 flex-col border-line-strong border-l bg-surface-1 max-lg:shadow-floating sm:max-w-lg lg:static lg:w-104"
    >
      <header className="flex h-12 shrink-0 items-center gap-1 border-line border-b px-3">
        <ChatTitle
          name={current.name}
          isRenaming={isRenaming}
          onRename={(name) => {
            setRenaming(false)
            if (name !== undefined) assistant.rename(current.id, name)
          }}
        />
        <IconButton icon={Plus} label="New chat" size="sm" onClick={() => assistant.begin()} />
        <ChatMenu
          chats={chats}
          current={current}
          onSwitch={(id) => assistant.switchTo(id)}
          onRename={() => setRenaming(true)}
          onRemove={() => assistant.remove(current.id)}
        />
        <IconButton icon={X} label="Close assistant" size="sm" onClick={onClose} />
      </header>
      {current.messages.length === 0 ? (
        <EmptyChat
          level={level}
          isPrepared={draft.sql.length > 0}
          suggestions={suggestions}
          onPick={(text) => {
            setDraft({ ...draft, text })
            field.current?.focus()
          }}
        />
      ) : (
        <MessageList
          chat={current}
          isWriting={isWriting}
          failure={failure?.chatId === current.id ? failure.message : undefined}
          showSql={showSql}
          onOutcome={(toolCallId, outcome) => assistant.noteOutcome(current.id, toolCallId, outcome)}
          onRetry={() => void assistant.retry()}
        />
      )}
      {reason ? (
        <div className="flex flex-col gap-1 border-line border-t p-3 text-sm">
          <AiUnavailable reason={reason} slug={slug} />
        </div>
      ) : (
        <Composer
          field={field}
          draft={draft}
          onDraftChange={setDraft}
          isWriting={isWriting}
          isOtherWriting={writingId !== undefined && !isWriting}
          onSend={() => send(draft)}
          onStop={() => assistant.stop()}
          attach={attach}
        />
      )}
      <p role="status" className="sr-only">
        {isWriting
          ? 'Writing'
          : current.messages.at(-1)?.role === 'assistant'
            ? 'The answer is complete'
            : ''}
      </p>
    </aside>
  )
}

/** The unsent message of a chat, kept while another chat is open. */
function useDraft(drafts: Map<string, Draft>, chatId: string) {
  const [, setCount] = useState(0)
  const set = (draft: Draft) => {
    drafts.set(chatId, draft)
    setCount((count) => count + 1)
  }
  return [drafts.get(chatId) ?? emptyDraft, set] as const
}

const all = ['assistant'] as const

/** Lives in the query cache, so that it is removed when sign-out clears the cache. */
function assistantOf(client: QueryClient, userId: string, ref: string): Assistant {
  const queryKey = [...all, userId, ref]
  const existing = client.getQueryData<Assistant>(queryKey)
  if (existing) return existing
  client.setQueryDefaults(all, { gcTime: Number.POSITIVE_INFINITY })
  const assistant = new Assistant(ref, chatStorage(userId, ref))
  client.setQueryData(queryKey, assistant)
  return assistant
}

/** The assistant of a project and its current state. Key the component by user and project. */
function useAssistant(userId: string, ref: string) {
  const client = useQueryClient()
  const [assistant] = useState(() => assistantOf(client, userId, ref))
  const snapshot = useSyncExternalStore(assistant.subscribe, assistant.getSnapshot)
  return { assistant, snapshot }
}
