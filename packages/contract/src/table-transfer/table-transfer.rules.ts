const MEBIBYTE = 1024 * 1024

/** File formats of an export; `spreadsheet` is CSV in which no value can act as a formula. */
export const tableExportFormats = ['csv', 'spreadsheet', 'json', 'jsonl', 'sql'] as const
export type TableExportFormat = (typeof tableExportFormats)[number]

/** Rows that can be chosen for an export; more are exported by a filter. */
export const EXPORTED_ROWS_MAX = 10_000

/** The body of an export names rows and filters. */
export const EXPORT_BODY_LIMIT = 4 * MEBIBYTE

/** The largest part of an import, in bytes. */
export const IMPORT_PART_BYTES = 8 * MEBIBYTE

/** An import whose next part does not arrive in this time is given up. */
export const IMPORT_IDLE_SECONDS = 120

/** Imports of one project that run at once. */
export const IMPORTS_MAX = 3

/** Lines that do not fit and are named; further ones are counted. */
export const BAD_LINES_MAX = 1000

/** Lines refused by constraints or triggers, each tried alone, after which an import is given up. */
export const REFUSED_LINES_MAX = 10_000

/** An import waits this long for a table that another transaction has locked. */
export const IMPORT_LOCK_TIMEOUT_SECONDS = 5

/** The types that columns of a new table can have. */
export const importedTypes = [
  'text',
  'int8',
  'numeric',
  'float8',
  'bool',
  'date',
  'timestamp',
  'timestamptz',
  'time',
  'uuid',
  'jsonb',
] as const
export type ImportedType = (typeof importedTypes)[number]

/** In which order the numbers of a date such as 01/02/2003 are read. Dates that begin with the year are always clear. */
export const dateOrders = ['mdy', 'dmy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

const NAME_CHARACTERS_MAX = 100

/** The name of the file that a table is exported as. */
export function exportFileName(table: string, format: TableExportFormat): string {
  // Control characters and what file systems do not take; then dots that would hide it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const safe = table.replace(/[\u0000-\u001f\u007f"*/:<>?\\|]/g, '_').replace(/^\.+/, '')
  const name = Array.from(safe).slice(0, NAME_CHARACTERS_MAX).join('').trim() || 'table'
  return `${name}.${format === 'spreadsheet' ? 'csv' : format}`
}
