import { PostgresError } from './postgres-error.ts'

/**
 * The settings in the startup parameter `options`, as `-c name=value` and `--name=value`. Spaces separate; a backslash
 * escapes the next character. @throws PostgresError for any other switch, since those are for a server's own start
 */
export function readStartupOptions(options: string): Map<string, string> {
  const settings = new Map<string, string>()
  const words = splitWords(options)
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!
    let assignment: string | undefined
    if (word.startsWith('--')) assignment = word.slice(2)
    else if (word === '-c') assignment = words[++index]
    else if (word.startsWith('-c')) assignment = word.slice(2)
    const equals = assignment?.indexOf('=') ?? -1
    if (assignment === undefined || equals < 1)
      throw new PostgresError('42601', `invalid command-line argument for server process: ${word}`, {
        hint: 'Only settings are understood here: -c name=value or --name=value.',
      })
    // As on PostgreSQL's command line, a dash in a long option stands for an underscore.
    settings.set(assignment.slice(0, equals).replaceAll('-', '_').toLowerCase(), assignment.slice(equals + 1))
  }
  return settings
}

function splitWords(text: string): string[] {
  const words: string[] = []
  let word = ''
  let isInside = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (/\s/.test(character)) {
      if (isInside) words.push(word)
      word = ''
      isInside = false
    } else {
      isInside = true
      word += character === '\\' ? (text[++at] ?? '') : character
    }
  }
  return isInside ? [...words, word] : words
}
