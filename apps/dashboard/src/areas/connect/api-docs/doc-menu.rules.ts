import type { ApiContents } from '@basalt/contract/api-docs/api-docs.schema.ts'
import type { DocPlace } from './doc-place.rules.ts'

export type DocMenuRow =
  | { key: string; kind: 'title'; label: string; count: number }
  | { key: string; kind: 'entry'; label: string; place: DocPlace }

const topics = [
  { page: 'introduction', label: 'Introduction' },
  { page: 'authentication', label: 'Authentication' },
  { page: 'types', label: 'Types' },
] as const

/**
 * The rows of the menu: general topics, then tables, views and functions by name. A search keeps the names that contain
 * every word, ignoring case.
 */
export function docMenuRows(
  contents: ApiContents | undefined,
  search: string,
  schema: string | undefined,
): DocMenuRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = (label: string) => words.every((word) => label.toLowerCase().includes(word))
  const named = (title: string, page: 'relation' | 'function', names: readonly string[]): DocMenuRow[] => {
    const found = names.filter(isFound)
    if (found.length === 0 || !contents?.schema) return []
    const { schema: of } = contents
    return [
      { key: `title:${title}`, kind: 'title', label: title, count: found.length },
      ...found.map(
        (name): DocMenuRow => ({
          key: `${page}:${name}`,
          kind: 'entry',
          label: name,
          place: { page, schema: of, name },
        }),
      ),
    ]
  }
  return [
    ...topics
      .filter(({ label }) => isFound(label))
      .map(({ page, label }): DocMenuRow => ({ key: page, kind: 'entry', label, place: { page, schema } })),
    ...named('Tables', 'relation', contents?.tables ?? []),
    ...named('Views', 'relation', contents?.views ?? []),
    ...named('Functions', 'function', contents?.functions ?? []),
  ]
}
