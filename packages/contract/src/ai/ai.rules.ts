/** Characters of a prompt. */
export const AI_PROMPT_MAX = 4_000
/** Characters of SQL that may be rewritten at once. */
export const AI_SELECTION_MAX = 50_000
/** Characters read of the text before and of the text after the selection, nearest first. */
export const AI_CONTEXT_MAX = 20_000
/**
 * Characters of SQL that a title is derived from. Later ones seldom say what a script is about, and a deeply nested
 * expression takes the parser quadratic time.
 */
export const AI_TITLE_SQL_MAX = 8_000
/** Characters of a title. */
export const AI_TITLE_MAX = 60

/** Columns of a table that a filter is written for, as many as a table can have; and values of an enum among them. */
export const AI_FILTER_COLUMNS_MAX = 1_600
export const AI_FILTER_VALUES_MAX = 100
/** Characters of a name, type or value among them. */
export const AI_FILTER_TEXT_MAX = 1_000

/** Edits per user. */
export const AI_EDITS_PER_MINUTE = 30
/** Titles per user; nobody waits for one. */
export const AI_TITLES_PER_MINUTE = 30

export const AI_NOT_CONFIGURED = 'AI endpoint is not configured'
export const AI_FAILED = 'Failed to generate completion'

/** The reasoning that some models begin with; while it streams, and from some models always, the end tag is missing. */
const THOUGHTS = /^\s*<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/i
const FENCED = /(?:^|\n)[ \t]*```[^\n`]*\n([\s\S]*?)(?:(?<=\n)[ \t]*```|$)/

/** A model's answer without the reasoning before it. */
export const withoutThoughts = (answer: string): string => answer.replace(THOUGHTS, '')

/**
 * The SQL in a model's answer, complete or still streaming: without the reasoning, code fence and prose that models add
 * although they were asked not to. Keeps indentation.
 */
export function sqlInAnswer(answer: string): string {
  const said = withoutThoughts(answer.replace(/\r\n?/g, '\n'))
  const fenced = FENCED.exec(said)?.[1]
  const sql = fenced ?? (isOpeningFence(said) ? '' : said)
  return sql.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** Whether the text so far can still become a fence or a thinking tag. */
const isOpeningFence = (text: string) => /^\s*(?:`{1,2}|```[^\n]*|<\w*)$/.test(text)

/** A model's answer as the name of a query: one line, without quotes around it or a full stop after it. */
export function titleInAnswer(answer: string): string {
  const [line = ''] = sqlInAnswer(answer).split('\n')
  const title = line
    .replace(/^(?:title|name)\s*:\s*/i, '')
    .replace(/^[\s"'`*#]+|[\s"'`*.]+$/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
  return shortTitle(title)
}

/** Shortens a title to `AI_TITLE_MAX` characters, at the end of a word if one is near. */
export function shortTitle(title: string): string {
  if (title.length <= AI_TITLE_MAX) return title
  const cut = title.slice(0, AI_TITLE_MAX - 1)
  const atWord = cut.lastIndexOf(' ')
  return `${(atWord > AI_TITLE_MAX / 2 ? cut.slice(0, atWord) : cut).toWellFormed().trimEnd()}…`
}
