const NAME_LENGTH = 40

/** A name from the first words of a script: `create_table_articles` for `create table public.articles (…`. */
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

/** The contents of a migration file: its name as a comment on the first line, and a terminated last statement. */
export const asMigration = (sql: string, at: Date) => `-- ${migrationFile(sql, at)}\n${ended(sql)}`

/** The text with a terminated last statement, so that others can follow in one file. */
export function ended(sql: string): string {
  const body = sql.trimEnd()
  // On a separate line, because the text may end in a line comment.
  return `${body}${body.endsWith(';') ? '' : '\n;'}\n`
}
