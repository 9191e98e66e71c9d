import type { QueryFailure } from './query-failure.ts'

export interface FailureParts {
  title: string
  /** The line of the error with its caret, and the context; needs a monospaced font. */
  excerpt: string
  detail: string | undefined
  hint: string | undefined
  /** Everything, as psql prints it. */
  whole: string
}

const TITLE = 'Error running SQL query'

/** Splits a failure into parts, so that each is displayed once and in its own style. */
export function failureParts({ message, sql }: QueryFailure): FailureParts {
  if (!sql) return { title: TITLE, excerpt: '', detail: message, hint: undefined, whole: message }
  const { formattedError: whole, detail, hint } = sql
  const firstEnd = whole.indexOf('\n')
  const title = firstEnd < 0 ? whole : whole.slice(0, firstEnd)
  const rest = firstEnd < 0 ? '' : whole.slice(firstEnd)
  const excerpt = without(without(rest, 'DETAIL', detail), 'HINT', hint).slice(1)
  return { title: title || TITLE, excerpt, detail, hint, whole }
}

const without = (text: string, name: string, value: string | undefined) =>
  value === undefined ? text : text.replace(`\n${name}:  ${value}`, () => '')
