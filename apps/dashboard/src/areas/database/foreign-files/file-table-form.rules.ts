import {
  FILE_SERVER,
  FOREIGN_FILE_MAX,
  type ForeignFileEncoding,
  foreignFileDelimiters,
} from '@basalt/contract/foreign-files/foreign-files.rules.ts'
import type { NewFileTable } from '@basalt/contract/foreign-files/foreign-files.schema.ts'
import { isTooLong } from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import { createFileTable } from '@basalt/sql/file-table.ts'
import { HIDDEN } from '@basalt/sql/foreign-server.ts'
import { columnNames } from '@basalt/table-rows/files/infer-types.rules.ts'
import {
  detectSettings,
  type FilePreview,
  type FileSettings,
  previewFile,
} from '@basalt/table-rows/files/read-file.ts'

export type FileForm = Omit<NewFileTable, 'file'>

/** A file that was chosen, and what its beginning looks like. */
export interface ReadFile {
  readonly file: File
  readonly settings: FileSettings
  readonly preview: FilePreview
}

const ENCODINGS: Readonly<Partial<Record<FileSettings['encoding'], ForeignFileEncoding>>> = {
  'utf-8': 'UTF8',
  'windows-1252': 'WIN1252',
}

/** Reads the beginning of a file. Rejects, with what to do, for one that cannot be a table. */
export async function readFile(file: File, settings?: FileSettings): Promise<ReadFile> {
  if (file.size > FOREIGN_FILE_MAX)
    throw new Error(
      `The file is larger than ${FOREIGN_FILE_MAX / 1024 / 1024} MiB, and each query would read all of it. Import it in the table editor.`,
    )
  if (file.size === 0) throw new Error('The file is empty.')
  const found = settings ?? (await detectSettings(file))
  if (found.layout.kind !== 'csv')
    throw new Error('JSON cannot be read as a table. Import the file in the table editor.')
  if (ENCODINGS[found.encoding] === undefined)
    throw new Error('The file is in UTF-16, which PostgreSQL does not read. Save it as UTF-8.')
  return { file, settings: found, preview: await previewFile(file, found) }
}

/** The name of a file without its ending, as a name of a table. */
const tableName = (file: string) => columnNames([file.replace(/\.[a-z0-9]{1,5}$/i, '')])[0]!

/** What the form begins with for a file; a name and schema that were typed stay. */
export function formOf(
  { file, settings, preview }: ReadFile,
  typed: Pick<FileForm, 'schema' | 'name'> = { schema: 'public', name: '' },
): FileForm {
  const { layout } = settings
  const delimiter = layout.kind === 'csv' ? layout.delimiter : ','
  return {
    schema: typed.schema,
    name: typed.name === '' ? tableName(file.name) : typed.name,
    encoding: ENCODINGS[settings.encoding] ?? 'UTF8',
    delimiter: foreignFileDelimiters.find((one) => one === delimiter) ?? ',',
    has_header: settings.hasHeader,
    columns: columnNames(preview.names).map((name, place) => ({
      name,
      type: preview.types[place] ?? 'text',
    })),
  }
}

/** Why a table cannot be made of a form yet; undefined when it can. */
export function reasonAgainst({ schema, name, columns }: FileForm): string | undefined {
  if (schema === '') return 'Choose a schema'
  if (name === '') return 'Enter a name for the table'
  const names = columns.map((column) => column.name)
  if (names.includes('')) return 'Enter a name for each column'
  if ([name, ...names].some(isTooLong)) return 'A name is longer than the 63 bytes that PostgreSQL keeps'
  if (new Set(names).size < names.length) return 'Two columns have the same name'
  return undefined
}

/** The SQL that a form is going to run. The path is made by the server. */
export const fileTableSql = (form: FileForm): string =>
  `${createFileTable({ ...form, server: FILE_SERVER, path: HIDDEN })};`
