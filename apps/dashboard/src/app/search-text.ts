import { defaultStringifySearch } from '@tanstack/react-router'

/** Search params whose values are repeated, as in `filter=id:gt:7&filter=name:is:null`, and not one list in JSON. */
const REPEATED: readonly string[] = ['filter', 'sort']

/** The query string of a page. The router's own reader understands repeated params. */
export function searchText(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
  const repeated = entries.filter(([key, value]) => REPEATED.includes(key) && Array.isArray(value))
  const others = entries.filter((entry) => !repeated.includes(entry))
  const pairs = repeated.flatMap(([key, values]) =>
    // Colons are allowed in a query, and easier to read.
    (values as unknown[]).map(
      (value) => `${key}=${encodeURIComponent(String(value)).replaceAll('%3A', ':')}`,
    ),
  )
  const plain = defaultStringifySearch(Object.fromEntries(others))
  if (pairs.length === 0) return plain
  return `${plain === '' ? '?' : `${plain}&`}${pairs.join('&')}`
}
