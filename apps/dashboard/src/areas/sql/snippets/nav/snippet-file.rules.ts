import { asMigration, ended, migrationFile, migrationName } from '@basalt/sql/migration-file.ts'

export const fileKinds = ['migration', 'seed', 'sql'] as const
export type FileKind = (typeof fileKinds)[number]

interface Snippet {
  readonly name: string
  readonly sql: string
}

/** Converts a name such as `Orders of today` to `orders_of_today`; empty when no character is left. */
export const snakeCase = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

/** The name and text of the file that a query is downloaded as. A seed file may hold several queries. */
export function snippetFile(
  kind: FileKind,
  { name, sql }: Snippet,
  at: Date,
): { name: string; text: string } {
  if (kind === 'migration') return { name: migrationFile(sql, at), text: asMigration(sql, at) }
  if (kind === 'seed') return { name: 'seed.sql', text: ended(sql) }
  return { name: `${snakeCase(name) || migrationName(sql)}.sql`, text: sql }
}

/** Where the terminal command fetches a query. */
export interface SnippetSource {
  readonly url: string
  /** Whether the server requires a token. */
  readonly needsToken: boolean
}

/**
 * A shell command that fetches the query and writes it to the right file. The URL and file name are quoted for the
 * shell.
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
