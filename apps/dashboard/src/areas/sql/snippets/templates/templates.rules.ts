import type { SqlTemplate } from '@basalt/contract/snippets/sql-template.ts'

/** The number of templates on the landing page. */
export const FEATURED_TEMPLATES = 9

/** The templates of a type whose title or description contains the search text. */
export function templatesFor(templates: readonly SqlTemplate[], type: SqlTemplate['type'], search: string) {
  const text = search.trim().toLowerCase()
  return templates.filter(
    (one) => one.type === type && `${one.title} ${one.description}`.toLowerCase().includes(text),
  )
}
