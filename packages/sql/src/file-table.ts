import { quoteIdentifier, quoteLiteral, quoteQualified } from './quote.ts'

interface FileTableDefinition {
  readonly schema: string
  readonly name: string
  readonly server: string
  /** Where PostgreSQL finds it, from its data directory. */
  readonly path: string
  readonly encoding: string
  readonly delimiter: string
  readonly has_header: boolean
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** Types are names of PostgreSQL, and written as they are. */
export const createFileTable = ({ schema, name, columns, server, ...file }: FileTableDefinition) =>
  `create foreign table ${quoteQualified(schema, name)} (\n${columns.map((column) => `  ${quoteIdentifier(column.name)} ${column.type}`).join(',\n')}\n) server ${quoteIdentifier(server)}\n  options (filename ${quoteLiteral(file.path)}, format 'csv', header '${file.has_header}', delimiter ${quoteLiteral(file.delimiter)}, encoding ${quoteLiteral(file.encoding)})`

export const replaceFile = (schema: string, name: string, path: string) =>
  `alter foreign table ${quoteQualified(schema, name)} options (set filename ${quoteLiteral(path)})`

export const dropForeignTable = (schema: string, name: string, cascade: boolean) =>
  `drop foreign table ${quoteQualified(schema, name)}${cascade ? ' cascade' : ''}`
