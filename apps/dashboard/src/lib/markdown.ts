import { type Inline, inlineOf } from './markdown-inline.ts'

export type MarkdownBlock =
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'code'; text: string; language: string }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const FENCE = /^```(\w*)\s*$/
const HEADING = /^(#{1,4})\s+(.*)$/
const ITEM = /^(?:[-*]|\d+\.)\s+(.*)$/
const ORDERED = /^\d+\./
const ROW = /^\|(.*)\|\s*$/

/**
 * Reads the Markdown that guides are written in: headings, paragraphs, fenced code, lists of one level and tables.
 * Markup of any other kind stays the text that it is.
 */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const lines = text.split(/\r?\n/)
  const blocks: MarkdownBlock[] = []
  let at = 0
  /** The following lines as long as they fit, `at` behind them. */
  const take = (fits: (line: string) => boolean) => {
    const from = at
    while (at < lines.length && fits(lines[at] ?? '')) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)
    const heading = HEADING.exec(line)
    if (line.trim() === '') at++
    else if (fence) {
      at++
      const code = take((one) => !FENCE.test(one))
      at++
      blocks.push({ kind: 'code', text: code.join('\n'), language: fence[1] ?? '' })
    } else if (heading) {
      at++
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, content: inlineOf(heading[2] ?? '') })
    } else if (ROW.test(line)) blocks.push(tableOf(take((one) => ROW.test(one))))
    else if (ITEM.test(line)) {
      const ordered = ORDERED.test(line)
      const items = take((one) => isItemLine(one, ordered))
      blocks.push({ kind: 'list', ordered, items: itemsOf(items).map(inlineOf) })
    } else blocks.push({ kind: 'paragraph', content: inlineOf(take(isPlain).join(' ')) })
  }
  return blocks
}

const isPlain = (line: string) =>
  line.trim() !== '' && ![FENCE, HEADING, ITEM, ROW].some((other) => other.test(line))

/** An item of the same kind of list, or an indented line that continues with the one before. */
const isItemLine = (line: string, ordered: boolean) =>
  (ITEM.test(line) && ORDERED.test(line) === ordered) || /^\s+\S/.test(line)

function itemsOf(lines: readonly string[]) {
  const items: string[] = []
  for (const line of lines) {
    const item = ITEM.exec(line)
    if (item) items.push(item[1] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items
}

function tableOf(lines: readonly string[]): MarkdownBlock {
  const [head = [], ...rows] = lines
    .filter((line) => !/^\|[\s:|-]+\|\s*$/.test(line))
    .map((line) => cellsOf(line).map(inlineOf))
  return { kind: 'table', head, rows }
}

const cellsOf = (line: string) =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
