import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactElement, type ReactNode, useMemo } from 'react'
import { alignClass, headCellClass, tableFrameClass } from '../table/table-class.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { TextLink } from './TextLink.tsx'

interface RenderOptions {
  /** The link element for a URL in the text; undefined for URLs that are not linked. */
  linkOf: (url: string) => ReactElement | undefined
  /** Custom renderer for code blocks; `place` is the block's number in the text, such as `2` or `2.1`. */
  showCode?: ((code: { text: string; language: string; place: string }) => ReactNode) | undefined
  /** Whether headings get their text as an id, so that addresses can point to them. */
  headingIds?: boolean
  /** Suffix for labels that distinguishes several texts on a page, such as ` of answer 2`. */
  where?: string
}

/**
 * Renders Markdown. Headings start at level 2, below the page's own. HTML in the text is displayed as text: tokens
 * become React elements and are never inserted as HTML.
 */
export function Markdown({ text, ...options }: RenderOptions & { text: string }) {
  const tokens = useMemo(() => Lexer.lex(text), [text])
  return (
    <div className="wrap-anywhere flex min-w-0 flex-col gap-3 leading-6">{blocks(tokens, options, '')}</div>
  )
}

/** `parent` is the number of the containing block, followed by a dot. */
function blocks(tokens: readonly Token[], options: RenderOptions, parent: string): ReactNode {
  const visible = tokens.filter(({ type }) => type !== 'space' && type !== 'def')
  return keyed(visible, (token, index) => block(token as MarkedToken, options, `${parent}${index + 1}`))
}

function block(token: MarkedToken, options: RenderOptions, place: string): ReactNode {
  const { where = '', showCode, headingIds } = options
  const idOf = (heading: Tokens.Heading) =>
    headingIds ? heading.text.toLowerCase().replaceAll(' ', '-') : undefined
  switch (token.type) {
    case 'heading':
      return token.depth <= 2 ? (
        <h2 id={idOf(token)} className="mt-4 font-semibold text-lg first:mt-0">
          {inline(token.tokens, options)}
        </h2>
      ) : (
        <h3 id={idOf(token)} className="mt-2 scroll-mt-4 font-semibold">
          {inline(token.tokens, options)}
        </h3>
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
      return <TextTable table={token} label={`Table in paragraph ${place}${where}`} options={options} />
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
                {blocks(item.tokens, options, `${place}.${index + 1}.`)}
              </div>
            </li>
          ))}
        </List>
      )
    }
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-3 border-line border-l-2 pl-3 text-ink-muted">
          {blocks(token.tokens, options, `${place}.`)}
        </blockquote>
      )
    case 'hr':
      return <hr className="border-line" />
    case 'paragraph':
      return <p>{inline(token.tokens, options)}</p>
    default:
      return <p>{inline([token], options)}</p>
  }
}

function TextTable({
  table: { header, rows },
  label,
  options,
}: {
  table: Tokens.Table
  /** Scrollable regions are landmarks and need unique names. */
  label: string
  options: RenderOptions
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={tableFrameClass}>
      <table className="w-full text-sm">
        <thead>
          <tr>
            {keyed(header, ({ tokens }) => (
              <th scope="col" className={`${headCellClass} ${alignClass.start}`}>
                {inline(tokens, options)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, (row) => (
            <tr className="border-line border-b last:border-b-0">
              {keyed(row, ({ tokens }) => (
                <td className="min-w-32 px-3 py-1.5 align-top">{inline(tokens, options)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const inline = (tokens: readonly Token[], options: RenderOptions): ReactNode =>
  keyed(tokens, (token) => mark(token as MarkedToken, options))

function mark(token: MarkedToken, options: RenderOptions): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? inline(token.tokens, options) : token.text
    case 'escape':
      return token.text
    case 'strong':
      return <strong className="font-semibold">{inline(token.tokens, options)}</strong>
    case 'em':
      return <em>{inline(token.tokens, options)}</em>
    case 'del':
      return <del>{inline(token.tokens, options)}</del>
    case 'codespan':
      return <code className="rounded-sm bg-surface-3 px-1 font-mono text-xs">{token.text}</code>
    case 'br':
      return <br />
    case 'link':
    case 'image': {
      const link = options.linkOf(token.href)
      const label = token.type === 'image' ? token.text : inline(token.tokens, options)
      return link ? <TextLink render={link}>{label}</TextLink> : label
    }
    default:
      return token.raw
  }
}

/** A text never changes, so indexes serve as keys. */
const keyed = <T,>(parts: readonly T[], show: (part: T, index: number) => ReactNode) =>
  parts.map((part, index) => {
    const key = String(index)
    return <Fragment key={key}>{show(part, index)}</Fragment>
  })
