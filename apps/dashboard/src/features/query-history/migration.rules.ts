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

/** A text as a migration file: its name on the first line, and an end for its last statement. */
export function asMigration(sql: string, at: Date): string {
  const stamp = at.toISOString().replace(/\D/g, '').slice(0, 14)
  const body = sql.trimEnd()
  // On a line of its own, because the text may end in a comment.
  return `-- ${stamp}_${migrationName(sql)}.sql\n${body}${body.endsWith(';') ? '' : '\n;'}\n`
}
