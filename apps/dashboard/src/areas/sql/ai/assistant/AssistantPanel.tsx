import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { AiAbsent } from '../AiAbsent.tsx'
import { aiQueries } from '../ai.queries.ts'
import { useAiAbsence } from '../use-ai-absence.ts'
import { Assistant } from './assistant.ts'
import { ChatMenu } from './ChatMenu.tsx'
import { ChatTitle } from './ChatTitle.tsx'
import { Composer } from './Composer.tsx'
import type { AttachedSql, Draft } from './chat.rules.ts'
import { EmptyChat } from './EmptyChat.tsx'
import { keptChatsOf } from './kept-chats.ts'
import { MessageList } from './MessageList.tsx'
import type { ShowSql } from './MessageParts.tsx'
import type { NewChat } from './new-chat.ts'

const nothing: Draft = { text: '', sql: [] }

/** Chats about a project, at the side of whatever page of it is open. Give it person and project as key. */
export function AssistantPanel({
  userId,
  project: { ref, organization_slug: slug },
  wanted,
  onBegun,
  onClose,
  showSql,
  attach,
}: {
  userId: string
  project: Project
  /** A chat that something else on the page wants to begin. */
  wanted: NewChat | undefined
  onBegun: () => void
  onClose: () => void
  showSql: ShowSql
  /** The query that is open; undefined where none is. */
  attach: (() => AttachedSql) | undefined
}) {
  const { assistant, snapshot } = useAssistant(userId, ref)
  const absence = useAiAbsence(slug)
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
    if (wanted) begin(wanted)
  }, [wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat is about to be written to
  useEffect(() => field.current?.focus(), [current.id])

  const send = (next: Draft) => {
    void assistant.send(next.text, next.sql)
    setDraft(nothing)
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
        <IconButton icon={X} label="Close the assistant" size="sm" onClick={onClose} />
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
      {absence ? (
        <div className="flex flex-col gap-1 border-line border-t p-3 text-sm">
          <AiAbsent absence={absence} slug={slug} />
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

/** What stands in the field of a chat; it waits there while another chat is open. */
function useDraft(drafts: Map<string, Draft>, chatId: string) {
  const [, setCount] = useState(0)
  const set = (draft: Draft) => {
    drafts.set(chatId, draft)
    setCount((count) => count + 1)
  }
  return [drafts.get(chatId) ?? nothing, set] as const
}

const all = ['assistant'] as const

/** In the query cache, so that whatever empties the cache when somebody signs out takes it along. */
function assistantOf(client: QueryClient, userId: string, ref: string): Assistant {
  const queryKey = [...all, userId, ref]
  const known = client.getQueryData<Assistant>(queryKey)
  if (known) return known
  client.setQueryDefaults(all, { gcTime: Number.POSITIVE_INFINITY })
  const assistant = new Assistant(ref, keptChatsOf(userId, ref))
  client.setQueryData(queryKey, assistant)
  return assistant
}

/** The assistant of a project, and what it says. Give the component person and project as key. */
function useAssistant(userId: string, ref: string) {
  const client = useQueryClient()
  const [assistant] = useState(() => assistantOf(client, userId, ref))
  const snapshot = useSyncExternalStore(assistant.subscribe, assistant.getSnapshot)
  return { assistant, snapshot }
}
