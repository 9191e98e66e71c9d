/** Characters of a migration's name. */
export const MIGRATION_NAME_MAX = 100
/** Changes that become one migration. */
export const MIGRATION_CHANGES_MAX = 500
/** Characters of the SQL of one migration. */
export const MIGRATION_SQL_MAX = 1_000_000
/** Bytes of the body of a call that has it, with escapes. */
export const MIGRATION_BODY_LIMIT = 8 * 1024 * 1024
/** Characters of a version; those of the Supabase CLI have 14. */
export const MIGRATION_VERSION_MAX = 200
export const MIGRATION_SEARCH_MAX = 200
/** The default and largest page size. */
export const MIGRATIONS_PAGE = 50

/** The folder that the Supabase CLI reads migrations from. */
export const MIGRATIONS_FOLDER = 'supabase/migrations'

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

const FILE = /^(\d{14})_(.+)\.sql$/

/** The version and name in a file's name such as `20260102030405_add_orders.sql`; undefined for any other. */
export function migrationOfFile(fileName: string): { version: string; name: string } | undefined {
  const [, version, name] = FILE.exec(fileName) ?? []
  if (version === undefined || name === undefined || timeOfVersion(version) === undefined) return undefined
  return { version, name: migrationNameOf(name) }
}

/** A name in snake_case made of any text; empty when it has neither letters nor digits. */
export const migrationNameOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MIGRATION_NAME_MAX)
