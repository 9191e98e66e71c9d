import { withoutThoughts } from '@basalt/contract/ai/ai.rules.ts'
import type { SqlOutcome } from '@basalt/contract/ai/assistant.schema.ts'
import { CircleAlert, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { Markdown } from '../../../../ui/text/Markdown.tsx'
import type { ChatMessage, ChatPart } from './chat.rules.ts'
import { proposedSql, toolLabel } from './tool-label.rules.ts'

/** Proposed SQL, for users who can run it. */
export interface ProposedSql {
  sql: string
  /** A short description, if the assistant gave one. */
  name: string | undefined
  /** Unique across all chats. */
  id: string
  /** A suffix for labels that tells it apart from the chat's other SQL. */
  where: string
  /** Undefined when the assistant needs no outcome. */
  onOutcome: ((outcome: SqlOutcome) => void) | undefined
}
export type ShowSql = (proposed: ProposedSql) => ReactNode

/** The parts of the assistant's message, in order. */
export function MessageParts({
  message,
  number,
  isWriting,
  showSql,
  onOutcome,
}: {
  message: ChatMessage
  /** The position of the message in the chat, from 1. */
  number: number
  /** Whether the message is still being written. */
  isWriting: boolean
  showSql: ShowSql
  onOutcome: (toolCallId: string, outcome: SqlOutcome) => void
}) {
  const { id, parts } = message
  return parts.map((part, index) => {
    const key = `${id}:${index}`
    const isOpen = isWriting && index === parts.length - 1
    return (
      <Part
        key={key}
        part={part}
        id={key}
        isOpen={isOpen}
        showSql={showSql}
        onOutcome={onOutcome}
        where={` of part ${index + 1} of message ${number}`}
      />
    )
  })
}

function Part({
  part,
  id,
  where,
  isOpen,
  showSql,
  onOutcome,
}: {
  part: ChatPart
  id: string
  where: string
  isOpen: boolean
  showSql: ShowSql
  onOutcome: (toolCallId: string, outcome: SqlOutcome) => void
}) {
  if (part.type === 'data-sql') return null
  if (part.type === 'reasoning')
    return (
      <Disclosure summary="Thoughts">
        <p className="wrap-anywhere whitespace-pre-wrap text-ink-muted text-xs">{part.text}</p>
      </Disclosure>
    )
  if (part.type === 'text')
    return (
      <Markdown
        text={withoutThoughts(part.text)}
        linkOf={linkOf}
        where={where}
        showCode={({ text, language, place }) =>
          // Incomplete SQL cannot be run.
          !isOpen && /^(?:sql|pgsql|postgres|postgresql)$/i.test(language)
            ? showSql({
                sql: text,
                name: undefined,
                id: `${id}:${place}`,
                onOutcome: undefined,
                where: ` in paragraph ${place}${where}`,
              })
            : undefined
        }
      />
    )
  const proposed = proposedSql(part)
  const { toolCallId, errorText } = part
  if (proposed)
    return showSql({
      ...proposed,
      id: toolCallId,
      where,
      onOutcome: (outcome) => onOutcome(toolCallId, outcome),
    })
  const label = toolLabel(part)
  if (label === undefined) return null
  const Icon = errorText === undefined ? Eye : CircleAlert
  return (
    <p className="flex items-start gap-2 text-ink-muted text-xs">
      <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <span className="wrap-anywhere">
        {label}
        {errorText !== undefined && <span className="sr-only">: {errorText}</span>}
      </span>
    </p>
  )
}

/** Only external links: an answer must not lead to a page of the product. */
const linkOf = (url: string) =>
  /^https:\/\//.test(url) ? (
    // biome-ignore lint/a11y/useAnchorContent: Markdown fills in its text
    <a href={url} target="_blank" rel="noreferrer noopener" />
  ) : undefined
