import type { FormColumn } from './table-form.rules.ts'

/** More columns than a person looks through are found by name. */
export const SHOWN_COLUMNS_MAX = 60

/**
 * Keys of the columns that a form displays: all of a short list; of a long one those that match the search, up to a
 * limit, with those that need attention: without a name, or wrong.
 */
export function shownColumns(
  columns: readonly FormColumn[],
  search: string,
  errors: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  if (columns.length <= SHOWN_COLUMNS_MAX) return new Set(columns.map(({ key }) => key))
  const wrong = new Set([...errors.keys()].map((path) => /^columns\.(\d+)/.exec(path)?.[1]))
  const text = search.toLowerCase()
  const matching = columns.filter(({ name }) => name.toLowerCase().includes(text)).slice(0, SHOWN_COLUMNS_MAX)
  const needed = columns.filter(({ name }, index) => name === '' || wrong.has(String(index)))
  return new Set([...matching, ...needed].map(({ key }) => key))
}
