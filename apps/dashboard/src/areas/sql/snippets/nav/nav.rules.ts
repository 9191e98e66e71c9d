import type { SnippetSortKey } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { aFlag, objectOf, oneOf, type ValueOf } from '../../../../lib/shape.ts'

export const SEARCH_DEBOUNCE_MS = 300

const sortKeys = ['inserted_at', 'name'] as const satisfies readonly SnippetSortKey[]
export const SnippetSort = oneOf(sortKeys)
export const sortOptions: readonly { value: SnippetSortKey; label: string }[] = [
  { value: 'name', label: 'Alphabetical' },
  { value: 'inserted_at', label: 'Created at' },
]

export const OpenSections = objectOf({ favorites: aFlag, shared: aFlag, private: aFlag })
export type OpenSections = ValueOf<typeof OpenSections>
export const defaultSections: OpenSections = { favorites: false, shared: false, private: true }

/** The ids from `from` to `to` in list order; only `to` when `from` is not in the list. */
export function rangeOf(
  list: readonly Pick<SnippetSummary, 'id'>[],
  from: string | undefined,
  to: string,
): string[] {
  const [start, end] = [list.findIndex(({ id }) => id === from), list.findIndex(({ id }) => id === to)]
  if (end === -1) return []
  if (start === -1) return [to]
  return list.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id)
}

/** Favorites are not counted separately, because each is also private or shared. */
export const resultCountLabel = (counts: { private: number; shared: number }) => {
  const found = counts.private + counts.shared
  return `${found.toLocaleString('en')} ${found === 1 ? 'result' : 'results'} found`
}

export const queries = (count: number) => (count === 1 ? 'query' : 'queries')

/** The menu button covers the end of the row's name, and takes no space unless the row is hovered. */
export const rowActionsClass =
  'absolute inset-y-0 right-0.5 z-10 flex items-center rounded-sm bg-surface-3 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:static pointer-coarse:bg-transparent pointer-coarse:opacity-100'
