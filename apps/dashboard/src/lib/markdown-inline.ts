export type Inline =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; url: string }

const MARK =
  /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w*])[*_]([^*_\s](?:[^*_]*[^*_\s])?)[*_](?![\w*])|\[((?:[^\]\\]|\\.)+)\]\(([^()\s]+)\)/g

/** Code, strong, emphasis and links of one line of Markdown. */
export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const match of text.matchAll(MARK)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    parts.push(markedBy(match))
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

function markedBy([, code, strong, emphasis, label = '', url = '']: RegExpMatchArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  return { kind: 'link', text: label, url }
}
