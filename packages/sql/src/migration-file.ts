const NAME_LENGTH = 40

/** `create_table_articles` of `create table public.articles (…`. */
export function migrationName(sql: string): string {
  const words = sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\b(?:if|not|exists|or|replace|public)\b/gi, ' ')
    .toLowerCase()
    .match(/[a-z0-9_]+/g)
  const name = (words ?? []).slice(0, 4).join('_').slice(0, NAME_LENGTH)
  return name.replace(/^_+|_+$/g, '') || 'migration'
}

/** `20260102030405_create_table_articles.sql`: migrations run in the order of their names. */
export const migrationFile = (sql: string, at: Date) =>
  `${at.toISOString().replace(/\D/g, '').slice(0, 14)}_${migrationName(sql)}.sql`

/** A text as a migration file: its name on the first line, and an end for its last statement. */
export const asMigration = (sql: string, at: Date) => `-- ${migrationFile(sql, at)}\n${ended(sql)}`

/** The text with an end for its last statement, so that others may follow it in one file. */
export function ended(sql: string): string {
  const body = sql.trimEnd()
  // On a line of its own, because the text may end in a comment.
  return `${body}${body.endsWith(';') ? '' : '\n;'}\n`
}
