import { z } from 'zod'
import { isTooLong, NAME_BYTES } from '../foreign-servers/foreign-servers.rules.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { importedTypes } from '../table-transfer/table-transfer.rules.ts'
import { Text } from '../text.ts'
import { FILE_COLUMNS_MAX, foreignFileDelimiters, foreignFileEncodings } from './foreign-files.rules.ts'

const FILE_NAME_MAX = 255

const Name = Text.min(1, 'Enter a name').refine(
  (name) => !isTooLong(name),
  `PostgreSQL keeps ${NAME_BYTES} bytes of a name. Use a shorter one.`,
)

export const FileTable = z
  .object({
    /** The table's oid. */
    id: z.number().int(),
    schema: z.string(),
    name: z.string(),
    owner: z.string(),
    is_owned: z.boolean(),
    /** As it was uploaded; null when the bytes are gone. */
    file_name: z.string().nullable(),
    bytes: z.number().int().nullable(),
    uploaded_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'FileTable' })
export type FileTable = z.output<typeof FileTable>

export const FileTables = z.object({
  /** By schema and name; at most FILE_TABLES_LISTED. */
  tables: z.array(FileTable),
})
export type FileTables = z.output<typeof FileTables>

export const ForeignFileQuery = z.object({ name: Text.min(1).max(FILE_NAME_MAX) })
export const ForeignFile = z.object({ id: z.uuid(), bytes: z.number().int() })
export type ForeignFile = z.output<typeof ForeignFile>

export const NewFileTable = z.strictObject({
  /** An uploaded file. */
  file: z.uuid(),
  schema: Name,
  name: Name,
  encoding: z.enum(foreignFileEncodings).default('UTF8'),
  delimiter: z.enum(foreignFileDelimiters).default(','),
  /** Whether the first line has names of columns, and no values. */
  has_header: z.boolean().default(true),
  /** In the order of the file. */
  columns: z
    .array(z.strictObject({ name: Name, type: z.enum(importedTypes) }))
    .min(1, 'The file has no columns')
    .max(FILE_COLUMNS_MAX, `Tables have at most ${FILE_COLUMNS_MAX} columns`),
})
export type NewFileTable = z.output<typeof NewFileTable>

export const FileTableCreated = z.object({ id: z.number().int(), rows: z.number().int() })
export const FileReplaced = z.object({ rows: z.number().int() })

export const FileTableParams = ProjectParams.extend({ oid: z.coerce.number().int().positive() })
export const FileReplacement = z.strictObject({ file: z.uuid() })
export const DropFileTableQuery = z.object({
  /** Drops what depends on it as well. */
  cascade: z.enum(['true', 'false']).default('false'),
})
