import { type ReactElement, type ReactNode, useId, useMemo } from 'react'
import { type MarkdownBlock, markdownBlocks } from '../../lib/markdown.ts'
import type { Inline } from '../../lib/markdown-inline.ts'
import { alignClass, headCellClass, tableFrameClass } from '../table/table-class.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { TextLink } from './TextLink.tsx'

/** Where an address in the text leads: the link's element, or nothing for what is no address here. */
export type LinkOf = (url: string) => ReactElement | undefined

/** Shows code in another way than as text to copy; `place` counts the blocks of a text from 0. */
export type ShowCode = (code: { text: string; language: string; place: number }) => ReactNode

/** Text to read. Its headings begin at the second order, below the page's own. */
export function Markdown({
  text,
  linkOf,
  showCode,
  where = '',
}: {
  text: string
  linkOf: LinkOf
  /** Tells it apart from other texts of the page, such as ` of answer 2`. */
  where?: string
  showCode?: ShowCode | undefined
}) {
  const blocks = useMemo(() => markdownBlocks(text), [text])
  const prefix = useId()
  return (
    <div className="wrap-anywhere flex min-w-0 flex-col gap-3 leading-6">
      {blocks.map((block, place) => {
        const key = `${prefix}${place}`
        return (
          <Block
            key={key}
            block={block}
            place={place + 1}
            linkOf={linkOf}
            showCode={showCode}
            where={where}
          />
        )
      })}
    </div>
  )
}

function Block({
  block,
  place,
  linkOf,
  showCode,
  where,
}: {
  block: MarkdownBlock
  place: number
  linkOf: LinkOf
  showCode: ShowCode | undefined
  where: string
}) {
  const show = (content: readonly Inline[]) => keyed(content, (part) => inline(part, linkOf))
  if (block.kind === 'heading')
    return block.level <= 2 ? (
      <h2 className="mt-4 font-semibold text-lg first:mt-0">{show(block.content)}</h2>
    ) : (
      <h3 className="mt-2 font-semibold">{show(block.content)}</h3>
    )
  const shown = block.kind === 'code' && showCode?.({ ...block, place: place - 1 })
  if (shown) return shown
  if (block.kind === 'code')
    return <CodeBlock code={block.text} label={`Code in paragraph ${place}${where}`} />
  if (block.kind === 'table')
    return <TextTable block={block} label={`Table in paragraph ${place}${where}`} show={show} />
  if (block.kind === 'paragraph') return <p>{show(block.content)}</p>
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List className={`flex flex-col gap-1.5 pl-5 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {keyed(block.items, (item) => (
        <li>{show(item)}</li>
      ))}
    </List>
  )
}

function TextTable({
  block: { head, rows },
  label,
  show,
}: {
  /** Regions that scroll are landmarks, which need a name each. */
  label: string
  block: Extract<MarkdownBlock, { kind: 'table' }>
  show: (content: readonly Inline[]) => ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={tableFrameClass}>
      <table className="w-full text-sm">
        <thead>
          <tr>
            {keyed(head, (cell) => (
              <th scope="col" className={`${headCellClass} ${alignClass.start}`}>
                {show(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, (row) => (
            <tr className="border-line border-b last:border-b-0">
              {keyed(row, (cell) => (
                <td className="min-w-32 px-3 py-1.5 align-top">{show(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function inline(part: Inline, linkOf: LinkOf): ReactNode {
  if (part.kind === 'strong') return <strong className="font-semibold">{part.text}</strong>
  if (part.kind === 'emphasis') return <em>{part.text}</em>
  if (part.kind === 'code')
    return <code className="rounded-sm bg-surface-3 px-1 font-mono text-xs">{part.text}</code>
  const link = part.kind === 'link' ? linkOf(part.url) : undefined
  return link ? <TextLink render={link}>{part.text}</TextLink> : part.text
}

/** A text never changes its parts, so their places are their keys. */
const keyed = <T,>(parts: readonly T[], show: (part: T) => ReactNode) =>
  parts.map((part, place) => {
    const key = String(place)
    return <Keyed key={key}>{show(part)}</Keyed>
  })

const Keyed = ({ children }: { children: ReactNode }) => children
