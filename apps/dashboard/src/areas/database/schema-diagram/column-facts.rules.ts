import type { DiagramColumn, DiagramTable } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'

/** What is marked on a column: primary key, foreign key, unique, identity. */
export type ColumnMark = 'PK' | 'FK' | 'UQ' | 'ID'

export const markNames: Readonly<Record<ColumnMark, string>> = {
  PK: 'primary key',
  FK: 'foreign key',
  UQ: 'unique',
  ID: 'identity',
}

/** The names of the columns that are part of a foreign key. */
export const referringColumns = ({ foreign_keys }: Pick<DiagramTable, 'foreign_keys'>): ReadonlySet<string> =>
  new Set(foreign_keys.flatMap(({ columns }) => columns))

export const marksOf = (column: DiagramColumn, referring: ReadonlySet<string>): ColumnMark[] => [
  ...(column.primary_key ? ['PK' as const] : []),
  ...(referring.has(column.name) ? ['FK' as const] : []),
  ...(column.unique ? ['UQ' as const] : []),
  ...(column.identity ? ['ID' as const] : []),
]

const shortNames: readonly [long: RegExp, short: string][] = [
  [/^character varying/, 'varchar'],
  [/^character(?=\(|\[|$)/, 'char'],
  [/^timestamp(\(\d\))? with time zone/, 'timestamptz$1'],
  [/^timestamp(\(\d\))? without time zone/, 'timestamp$1'],
  [/^time(\(\d\))? with time zone/, 'timetz$1'],
  [/^time(\(\d\))? without time zone/, 'time$1'],
  [/^double precision/, 'float8'],
  [/^boolean/, 'bool'],
]

/** A type in as few letters as SQL accepts, without the schema when that is the diagram's own. */
export function shownType(type: string, schema: string): string {
  for (const [long, short] of shortNames) if (long.test(type)) return type.replace(long, short)
  for (const prefix of [`${schema}.`, `"${schema.replaceAll('"', '""')}".`])
    if (type.startsWith(prefix)) return type.slice(prefix.length)
  return type
}
