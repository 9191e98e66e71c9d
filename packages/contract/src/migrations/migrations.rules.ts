/** Characters of a migration's name. */
export const MIGRATION_NAME_MAX = 100
/** Changes that become one migration. */
export const MIGRATION_CHANGES_MAX = 500
/** Characters of a version; those of the Supabase CLI have 14. */
export const MIGRATION_VERSION_MAX = 200
export const MIGRATION_SEARCH_MAX = 200
/** The default and largest page size. */
export const MIGRATIONS_PAGE = 50

const VERSION = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/

/** The time in a version such as `20260102030405`, in UTC; undefined for any other text. */
export function timeOfVersion(version: string): string | undefined {
  const [, ...parts] = VERSION.exec(version) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const time = new Date(text)
  return Number.isNaN(time.getTime()) || time.toISOString() !== text ? undefined : text
}

/** `20260102030405_add_orders.sql` */
export const migrationFileName = (version: string, name: string | null) =>
  `${version}${name ? `_${name.replace(/[^\w-]+/g, '_')}` : ''}.sql`

/** The text of a migration's file: statements that end in semicolons. */
export const migrationFileText = (statements: readonly string[]) => statements.map(terminated).join('\n')

function terminated(statement: string): string {
  const text = statement.trimEnd()
  // The last line may have a comment.
  return /--[^\n]*$/.test(text) ? `${text}\n;\n` : `${text}${text.endsWith(';') ? '' : ';'}\n`
}
