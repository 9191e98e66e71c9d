import { isSafeUrl } from '@basalt/contract/notifications/notifications.rules.ts'

export type Inline =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; url: string }

export type Block = { kind: 'paragraph'; content: Inline[] } | { kind: 'list'; items: Inline[][] }

const BULLET = /^\s*[-*]\s+/
const ESCAPED = /\\([\\`*_[\]()-])/g
/** The first alternative skips escaped characters; the others match markup. */
const MARK =
  /\\[\\`*_[\]()-]|`([^`\n]+)`|\*\*((?:\\.|[^*\\])+)\*\*|(?<!\w)[*_]((?:\\.|[^*_\\\s])(?:(?:\\.|[^*_\\])*(?:\\.|[^*_\\\s]))?)[*_](?!\w)|\[((?:\\.|[^\]\\])+)\]\(([^()\s]+)\)/g

/**
 * Parses the Markdown of a message: paragraphs, lists, strong, emphasis, code and links. Anything else, including
 * unsafe links, stays plain text.
 */
export const blocksOf = (message: string): Block[] =>
  message
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const lines = part.split('\n')
      return lines.every((line) => BULLET.test(line))
        ? { kind: 'list', items: lines.map((line) => inlineOf(line.replace(BULLET, ''))) }
        : { kind: 'paragraph', content: inlineOf(part) }
    })

function inlineOf(text: string): Inline[] {
  const parts: Inline[] = []
  let plain = ''
  const endPlain = () => {
    if (plain) parts.push({ kind: 'text', text: plain })
    plain = ''
  }
  let from = 0
  for (const match of text.matchAll(MARK)) {
    plain += text.slice(from, match.index)
    from = match.index + match[0].length
    const marked = markedBy(match)
    if (marked) {
      endPlain()
      parts.push(marked)
    } else plain += unescaped(match[0])
  }
  plain += text.slice(from)
  endPlain()
  return parts
}

function markedBy([, code, strong, emphasis, label, url]: RegExpMatchArray): Inline | undefined {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: unescaped(strong) }
  if (emphasis !== undefined) return { kind: 'emphasis', text: unescaped(emphasis) }
  if (label !== undefined && url !== undefined && isSafeUrl(url))
    return { kind: 'link', text: unescaped(label), url }
  return undefined
}

const unescaped = (text: string) => text.replace(ESCAPED, '$1')
