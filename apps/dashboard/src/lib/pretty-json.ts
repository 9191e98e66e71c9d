/**
 * Formats a JSON object or array; undefined for anything else. Works on the text itself, because parsing and printing
 * would round long numbers, reorder numeric keys and drop repeated ones.
 */
export function prettyJson(text: string | null): string | undefined {
  if (text === null || !/^\s*[[{]/.test(text)) return undefined
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  let printed = ''
  let depth = 0
  const lineBreak = () => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '[]' || token === '{}' || /^[[{]\s/.test(token)) printed += token.replace(/\s/g, '')
    else if (token === '[' || token === '{') {
      depth += 1
      printed += token + lineBreak()
    } else if (token === ']' || token === '}') {
      depth -= 1
      printed += lineBreak() + token
    } else if (token === ',') printed += token + lineBreak()
    else if (token === ':') printed += ': '
    else printed += token
  }
  return printed
}

/** Empty brackets, punctuation, strings, and everything else that is not space. */
const TOKEN = /\[\s*\]|\{\s*\}|[[\]{},:]|"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/g
