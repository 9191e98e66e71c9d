import type { SqlOutcome } from '@basalt/contract/ai/assistant.schema.ts'
import { FileCode } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import type { Chat, ChatMessage } from './chat.rules.ts'
import { MessageParts, type ShowSql } from './MessageParts.tsx'

/** Within this distance of its end, a chat scrolls with the answer. */
const NEAR_PX = 80

/** The messages of one chat, including the answer being written. */
export function MessageList({
  chat: { id, messages },
  isWriting,
  failure,
  showSql,
  onOutcome,
  onRetry,
}: {
  chat: Chat
  isWriting: boolean
  /** Why the last answer failed. */
  failure: string | undefined
  showSql: ShowSql
  onOutcome: (toolCallId: string, outcome: SqlOutcome) => void
  onRetry: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat opens at its end
  useEffect(() => {
    isAtEnd.current = true
  }, [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows everything that makes it longer
  useEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [messages, failure])
  const last = messages.at(-1)
  return (
    <div
      ref={list}
      role="log"
      aria-label="Chat"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
      }}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-3 text-sm"
    >
      {messages.map((message, index) =>
        message.role === 'user' ? (
          <UserMessage key={message.id} message={message} />
        ) : (
          <div key={message.id} className="flex min-w-0 flex-col gap-3">
            <MessageParts
              message={message}
              number={index + 1}
              isWriting={isWriting && message === last}
              showSql={showSql}
              onOutcome={onOutcome}
            />
          </div>
        ),
      )}
      {isWriting && (
        <p className="text-ink-muted text-xs">
          <Spinner label="Writing" />
        </p>
      )}
      {failure !== undefined && (
        <Callout
          tone="critical"
          role="alert"
          title="The assistant could not answer"
          action={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {failure}
        </Callout>
      )}
    </div>
  )
}

function UserMessage({ message: { parts } }: { message: ChatMessage }) {
  return (
    <div className="ml-8 flex flex-col gap-2 self-end rounded-md bg-surface-3 px-3 py-2">
      {parts.map((part) => {
        if (part.type === 'text')
          return (
            <p key="text" className="wrap-anywhere whitespace-pre-wrap">
              {part.text}
            </p>
          )
        return part.type === 'data-sql' ? (
          <p key={part.data.label} className="flex items-center gap-1.5 text-ink-muted text-xs">
            <FileCode className="size-3.5 shrink-0" aria-hidden />
            <span className="truncate">{part.data.label}</span>
          </p>
        ) : null
      })}
    </div>
  )
}
