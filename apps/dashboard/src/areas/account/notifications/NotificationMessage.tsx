import type { ReactNode } from 'react'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { type Block, blocksOf, type Inline } from './message.rules.ts'

/** The text of a notification, rendered from its limited Markdown. */
export function NotificationMessage({ message }: { message: string }) {
  const blocks = blocksOf(message)
  if (blocks.length === 0) return null
  return (
    <div className="wrap-anywhere flex flex-col gap-1.5 text-ink-muted text-sm">{keyed(blocks, blockOf)}</div>
  )
}

const blockOf = (block: Block) =>
  block.kind === 'list' ? (
    <ul className="list-disc pl-4">
      {keyed(block.items, (item) => (
        <li>{keyed(item, inlineOf)}</li>
      ))}
    </ul>
  ) : (
    <p className="whitespace-pre-line">{keyed(block.content, inlineOf)}</p>
  )

function inlineOf(part: Inline): ReactNode {
  if (part.kind === 'strong') return <strong className="font-semibold text-ink">{part.text}</strong>
  if (part.kind === 'emphasis') return <em>{part.text}</em>
  if (part.kind === 'code')
    return <code className="rounded-sm bg-surface-3 px-1 font-mono text-ink text-xs">{part.text}</code>
  if (part.kind === 'link')
    return (
      <TextLink href={part.url} external>
        {part.text}
      </TextLink>
    )
  return part.text
}

/** A message never changes, so indexes serve as keys. */
const keyed = <T,>(parts: readonly T[], show: (part: T) => ReactNode) =>
  parts.map((part, place) => {
    const key = String(place)
    return <Keyed key={key}>{show(part)}</Keyed>
  })

const Keyed = ({ children }: { children: ReactNode }) => children
