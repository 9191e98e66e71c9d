/** Characters a wish may have. */
export const AI_PROMPT_MAX = 4_000
/** Characters of SQL that may be rewritten at once. */
export const AI_SELECTION_MAX = 50_000
/** Characters of the text before, and of the text after, that are read; the nearest ones. */
export const AI_SURROUNDINGS_MAX = 20_000
/**
 * Characters of SQL that a title is found for. What comes later seldom says what a script is about, and an expression
 * that nests all the way takes the parser quadratic time.
 */
export const AI_TITLE_SQL_MAX = 8_000
/** Characters a title has at most. */
export const AI_TITLE_MAX = 60

/** Edits one person may ask for in a minute. */
export const AI_EDITS_PER_MINUTE = 30
/** The limit for titles, which nobody waits for. */
export const AI_TITLES_PER_MINUTE = 30

export const AI_NOT_CONFIGURED = 'AI endpoint is not configured'
export const AI_FAILED = 'Failed to generate completion'

/** Models that think aloud begin with it, and some forget to say where it ends while they still write. */
const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/i
const FENCED = /(?:^|\n)[ \t]*```[^\n`]*\n([\s\S]*?)(?:(?<=\n)[ \t]*```|$)/

/** What a model wrote without what it thought aloud before. */
export const withoutThoughts = (answer: string): string => answer.replace(THOUGHTS, '')

/**
 * The SQL in what a model wrote, also while it still writes: without the thoughts before it, and without the fence and
 * the words around it that models add although they were asked not to. Indentation stays.
 */
export function sqlInAnswer(answer: string): string {
  const said = withoutThoughts(answer.replace(/\r\n?/g, '\n'))
  const fenced = FENCED.exec(said)?.[1]
  const sql = fenced ?? (isOpeningFence(said) ? '' : said)
  return sql.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** A first line that is a fence, as far as it has come. */
const isOpeningFence = (text: string) => /^\s*(?:`{1,2}|```[^\n]*|<\w*)$/.test(text)

/** A model's answer as the name of a query: one line, without quotes around it and a dot behind it. */
export function titleInAnswer(answer: string): string {
  const [line = ''] = sqlInAnswer(answer).split('\n')
  const title = line
    .replace(/^(?:title|name)\s*:\s*/i, '')
    .replace(/^[\s"'`*#]+|[\s"'`*.]+$/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
  return shortTitle(title)
}

/** Cut at a word where one ends near the limit. */
export function shortTitle(title: string): string {
  if (title.length <= AI_TITLE_MAX) return title
  const cut = title.slice(0, AI_TITLE_MAX - 1)
  const atWord = cut.lastIndexOf(' ')
  return `${(atWord > AI_TITLE_MAX / 2 ? cut.slice(0, atWord) : cut).toWellFormed().trimEnd()}…`
}
