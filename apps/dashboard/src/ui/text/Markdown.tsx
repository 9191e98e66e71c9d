import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactElement, type ReactNode, useMemo } from 'react'
import { alignClass, headCellClass, tableFrameClass } from '../table/table-class.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { TextLink } from './TextLink.tsx'

interface Reading {
  /** Where an address in the text leads: the link's element, or nothing for an address that is not followed here. */
  linkOf: (url: string) => ReactElement | undefined
  /** Shows code in another way than as text to copy; `place` is its number in the text, such as `2` or `2.1`. */
  showCode?: ((code: { text: string; language: string; place: string }) => ReactNode) | undefined
  /** Tells it apart from other texts of the page, such as ` of answer 2`. */
  where?: string
}

/**
 * Markdown to read. Its headings begin at the second order, below the page's own. HTML in the text is shown as it is
 * written: tokens become elements here and are never put in as HTML.
 */
export function Markdown({ text, ...reading }: Reading & { text: string }) {
  const tokens = useMemo(() => Lexer.lex(text), [text])
  return (
    <div className="wrap-anywhere flex min-w-0 flex-col gap-3 leading-6">{blocks(tokens, reading, '')}</div>
  )
}

/** `parent` is the number of the block they are in, with a dot behind it. */
function blocks(tokens: readonly Token[], reading: Reading, parent: string): ReactNode {
  const visible = tokens.filter(({ type }) => type !== 'space' && type !== 'def')
  return keyed(visible, (token, index) => block(token as MarkedToken, reading, `${parent}${index + 1}`))
}

function block(token: MarkedToken, reading: Reading, place: string): ReactNode {
  const { where = '', showCode } = reading
  switch (token.type) {
    case 'heading':
      return token.depth <= 2 ? (
        <h2 className="mt-4 font-semibold text-lg first:mt-0">{inline(token.tokens, reading)}</h2>
      ) : (
        <h3 className="mt-2 font-semibold">{inline(token.tokens, reading)}</h3>
      )
    case 'code': {
      const language = token.lang?.split(/\s/, 1)[0] ?? ''
      return (
        showCode?.({ text: token.text, language, place }) ?? (
          <CodeBlock code={token.text} label={`Code in paragraph ${place}${where}`} />
        )
      )
    }
    case 'table':
      return <TextTable table={token} label={`Table in paragraph ${place}${where}`} reading={reading} />
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul'
      return (
        <List
          start={token.ordered ? Number(token.start) : undefined}
          className={`flex flex-col gap-1.5 pl-5 ${token.ordered ? 'list-decimal' : 'list-disc'}`}
        >
          {keyed(token.items, (item, index) => (
            <li>
              <div className="flex flex-col gap-1.5">
                {blocks(item.tokens, reading, `${place}.${index + 1}.`)}
              </div>
            </li>
          ))}
        </List>
      )
    }
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-3 border-line border-l-2 pl-3 text-ink-muted">
          {blocks(token.tokens, reading, `${place}.`)}
        </blockquote>
      )
    case 'hr':
      return <hr className="border-line" />
    case 'paragraph':
      return <p>{inline(token.tokens, reading)}</p>
    default:
      return <p>{inline([token], reading)}</p>
  }
}

function TextTable({
  table: { header, rows },
  label,
  reading,
}: {
  table: Tokens.Table
  /** Regions that scroll are landmarks, which need a name each. */
  label: string
  reading: Reading
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={tableFrameClass}>
      <table className="w-full text-sm">
        <thead>
          <tr>
            {keyed(header, ({ tokens }) => (
              <th scope="col" className={`${headCellClass} ${alignClass.start}`}>
                {inline(tokens, reading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, (row) => (
            <tr className="border-line border-b last:border-b-0">
              {keyed(row, ({ tokens }) => (
                <td className="min-w-32 px-3 py-1.5 align-top">{inline(tokens, reading)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const inline = (tokens: readonly Token[], reading: Reading): ReactNode =>
  keyed(tokens, (token) => mark(token as MarkedToken, reading))

function mark(token: MarkedToken, reading: Reading): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? inline(token.tokens, reading) : token.text
    case 'escape':
      return token.text
    case 'strong':
      return <strong className="font-semibold">{inline(token.tokens, reading)}</strong>
    case 'em':
      return <em>{inline(token.tokens, reading)}</em>
    case 'del':
      return <del>{inline(token.tokens, reading)}</del>
    case 'codespan':
      return <code className="rounded-sm bg-surface-3 px-1 font-mono text-xs">{token.text}</code>
    case 'br':
      return <br />
    case 'link':
    case 'image': {
      const link = reading.linkOf(token.href)
      const label = token.type === 'image' ? token.text : inline(token.tokens, reading)
      return link ? <TextLink render={link}>{label}</TextLink> : label
    }
    default:
      return token.raw
  }
}

/** A text never changes its parts, so their places are their keys. */
const keyed = <T,>(parts: readonly T[], show: (part: T, index: number) => ReactNode) =>
  parts.map((part, index) => {
    const key = String(index)
    return <Fragment key={key}>{show(part, index)}</Fragment>
  })
