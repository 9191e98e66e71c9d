import { SNIPPET_PREVIEW_MAX } from '@basalt/contract/snippets/snippets.rules.ts'
import { withoutSecrets } from '@basalt/sql/without-secrets.ts'

/** Characters read for a preview. More than it shows: spaces are collapsed and secrets have to be recognized. */
export const PREVIEWED_CHARACTERS = 1000

/** The beginning of the SQL on one line, with secrets removed. */
export function previewOf(sql: string): string {
  const start = withoutSecrets(sql.slice(0, PREVIEWED_CHARACTERS))
  return [...start.replace(/\s+/g, ' ').trim()].slice(0, SNIPPET_PREVIEW_MAX).join('')
}
