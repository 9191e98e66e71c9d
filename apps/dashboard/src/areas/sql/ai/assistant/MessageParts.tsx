import { withoutThoughts } from '@basalt/contract/ai/ai.rules.ts'
import type { SqlOutcome } from '@basalt/contract/ai/assistant.schema.ts'
import { CircleAlert, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { Markdown } from '../../../../ui/text/Markdown.tsx'
import type { ChatMessage, ChatPart } from './chat.rules.ts'
import { proposedSql, toolWords } from './tool-words.rules.ts'

/** Proposed SQL, for users who can run it. */
export interface ProposedSql {
  sql: string
  /** What it does, in short, where the assistant said so. */
  name: string | undefined
  /** Names it in all chats. */
  id: string
  /** Tells it apart from other SQL of the chat. */
  where: string
  /** Undefined where nobody has to hear of it. */
  onOutcome: ((outcome: SqlOutcome) => void) | undefined
}
export type ShowSql = (proposed: ProposedSql) => ReactNode

/** What the assistant said, in the order in which it said it. */
export function MessageParts({
  message,
  place: answer,
  isWriting,
  showSql,
  onOutcome,
}: {
  message: ChatMessage
  /** Which of the messages it is, from 1. */
  place: number
  /** Whether there is more to come. */
  isWriting: boolean
  showSql: ShowSql
  onOutcome: (toolCallId: string, outcome: SqlOutcome) => void
}) {
  const { id, parts } = message
  return parts.map((part, place) => {
    const key = `${id}:${place}`
    const isOpen = isWriting && place === parts.length - 1
    return (
      <Part
        key={key}
        part={part}
        id={key}
        isOpen={isOpen}
        showSql={showSql}
        onOutcome={onOutcome}
        where={` of part ${place + 1} of message ${answer}`}
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
          // What is not written to its end is no SQL to run.
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
  const words = toolWords(part)
  if (words === undefined) return null
  const Icon = errorText === undefined ? Eye : CircleAlert
  return (
    <p className="flex items-start gap-2 text-ink-muted text-xs">
      <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <span className="wrap-anywhere">
        {words}
        {errorText !== undefined && <span className="sr-only">: {errorText}</span>}
      </span>
    </p>
  )
}

/** Only what is safely outside: an answer is no place to lead on to something of the product. */
const linkOf = (url: string) =>
  /^https:\/\//.test(url) ? (
    // biome-ignore lint/a11y/useAnchorContent: its text is put in by who shows it
    <a href={url} target="_blank" rel="noreferrer noopener" />
  ) : undefined
