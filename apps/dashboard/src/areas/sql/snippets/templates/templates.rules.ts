import type { SqlTemplate } from '@basalt/contract/snippets/sql-template.ts'

/** Shown on the landing page before "View more". */
export const TEMPLATES_SHOWN = 9

/** Those whose title or description has the words. */
export function templatesFor(templates: readonly SqlTemplate[], type: SqlTemplate['type'], search: string) {
  const words = search.trim().toLowerCase()
  return templates.filter(
    (one) => one.type === type && `${one.title} ${one.description}`.toLowerCase().includes(words),
  )
}
