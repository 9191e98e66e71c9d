import { asMigration, ended, migrationFile, migrationName } from '@basalt/sql/migration-file.ts'

export const fileKinds = ['migration', 'seed', 'sql'] as const
export type FileKind = (typeof fileKinds)[number]

interface Snippet {
  readonly name: string
  readonly sql: string
}

/** `Orders of today` as the name of a file or a migration. */
export const snakeCase = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

/** The file that a query is downloaded as: its name and its text. A seed file may hold several queries. */
export function snippetFile(
  kind: FileKind,
  { name, sql }: Snippet,
  at: Date,
): { name: string; text: string } {
  if (kind === 'migration') return { name: migrationFile(sql, at), text: asMigration(sql, at) }
  if (kind === 'seed') return { name: 'seed.sql', text: ended(sql) }
  return { name: `${snakeCase(name) || migrationName(sql)}.sql`, text: sql }
}

/** Where a query is asked for from a terminal. */
export interface SnippetSource {
  readonly url: string
  /** Whether the server asks who one is. */
  readonly needsToken: boolean
}

/**
 * A line for a terminal that fetches the query and puts it where the file belongs. The URL and names are quoted, so
 * that no shell reads anything into them.
 */
export function snippetCommand(
  kind: FileKind,
  { name, sql }: Snippet,
  { url, needsToken }: SnippetSource,
  runner: 'cli' | 'npx',
): string {
  const token = needsToken ? ` -H "Authorization: Bearer $BASALT_TOKEN"` : ''
  const fetched = `curl -fsS${token} ${quoted(url)} | jq -r .content.sql`
  const cli = runner === 'npx' ? 'npx supabase' : 'supabase'
  if (kind === 'migration')
    return `${fetched} | ${cli} migration new ${snakeCase(name) || migrationName(sql)}`
  if (kind === 'seed') return `${fetched} >> supabase/seed.sql`
  return `${fetched} > ${quoted(snippetFile('sql', { name, sql }, new Date(0)).name)}`
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
