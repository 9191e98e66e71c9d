import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import {
  type DateOrder,
  type ImportedType,
  importedTypes,
} from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import type { TableImport } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { columnNames, matchNames } from '@basalt/table-rows/files/infer-types.rules.ts'
import type { FilePreview, PartOptions } from '@basalt/table-rows/files/read-file.ts'

/** What fills a column of the table: a column of the file by its place, one text for all rows, or nothing. */
export type Filling =
  | { readonly kind: 'column'; readonly place: number }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'default' }

/** What happens to rows whose key is taken. */
export type OnConflict = 'refuse' | 'skip' | 'update'

/** Columns that rows of a file can fill. */
export const fillableColumns = ({ columns }: Pick<GridEntity, 'columns'>): GridColumn[] =>
  columns.filter(({ is_insertable, generated }) => is_insertable && generated === null)

/** Fills columns from those of the file with the same name, or by their order when no name fits and as many are there. */
export function initialFillings(columns: readonly GridColumn[], names: readonly string[]): Filling[] {
  const places = matchNames(
    columns.map(({ name }) => name),
    names,
  )
  const fits = places.some((place) => place !== undefined)
  return columns.map((_, index): Filling => {
    const place = fits || columns.length !== names.length ? places[index] : index
    return place === undefined ? { kind: 'default' } : { kind: 'column', place }
  })
}

/** A column of a new table. */
export interface NewColumn {
  readonly name: string
  readonly type: ImportedType
  readonly isIncluded: boolean
}

export interface NewTablePlan {
  readonly schema: string
  readonly name: string
  readonly columns: readonly NewColumn[]
  /** The place of a column, or null for numbered rows. */
  readonly key: number | null
  readonly hasRowSecurity: boolean
}

const isImportedType = (type: string): type is ImportedType =>
  (importedTypes as readonly string[]).includes(type)

/** A table for the columns of a file. The first column is its key when it is called id and has no NULL. */
export function newTablePlan(preview: FilePreview, fileName: string, schema: string): NewTablePlan {
  const columns = columnNames(preview.names).map((name, index) => {
    const type = preview.types[index] ?? 'text'
    return { name, type: isImportedType(type) ? type : ('text' as const), isIncluded: true }
  })
  const hasKey =
    columns[0]?.name.toLowerCase() === 'id' && preview.rows.every(([value]) => value !== null && value !== '')
  const [name = 'table'] = columnNames([fileName.replace(/\.[^.]*$/, '') || 'table'])
  return { schema, name, columns, key: hasKey && preview.rows.length > 0 ? 0 : null, hasRowSecurity: true }
}

/** Why nothing of a file can be imported, or undefined. `unit` is what its rows are counted in. */
export function rowsProblem({ rows, bad: [first] }: FilePreview, unit: 'Line' | 'Row'): string | undefined {
  if (rows.length > 0) return undefined
  if (!first) return 'The file has no rows.'
  return `No row of the file can be read. ${unit} ${first.line}: ${first.reason}`
}

export interface ImportChoices {
  readonly onConflict: OnConflict
  /** The columns of the table's key; empty without one. */
  readonly key: readonly string[]
  readonly skipsBadLines: boolean
  readonly dateOrder: DateOrder
}

type Columns = PartOptions['columns']

export interface PlannedImport {
  readonly request: Omit<TableImport, 'explain'>
  readonly columns: Columns
}

/** The import into a table, or a sentence that says what is missing. */
export function importIntoTable(
  entity: Pick<GridEntity, 'id' | 'columns'>,
  fillings: readonly Filling[],
  { onConflict, key, skipsBadLines, dateOrder }: ImportChoices,
): PlannedImport | string {
  const filled = fillableColumns(entity).flatMap((column, index) => {
    const filling = fillings[index]
    return filling && filling.kind !== 'default' ? [{ column, filling }] : []
  })
  if (!filled.some(({ filling }) => filling.kind === 'column'))
    return 'Fill at least one column from the file.'
  const filledNames = new Set(filled.map(({ column }) => column.name))
  const missing = fillableColumns(entity).find(
    (column) =>
      !column.is_nullable &&
      column.default === null &&
      column.identity === null &&
      !filledNames.has(column.name),
  )
  if (missing) return `Fill the column ${missing.name}: it has no default and takes no NULL.`
  const unfilledKey = key.find((name) => !filledNames.has(name))
  if (onConflict !== 'refuse' && unfilledKey !== undefined)
    return `Fill the key column ${unfilledKey} to find rows whose key is taken.`
  return {
    request: {
      into: { oid: entity.id },
      columns: filled.map(({ column }) => column.name),
      on_conflict: onConflict === 'refuse' ? null : { key: [...key], action: onConflict },
      skip_bad_lines: skipsBadLines,
      date_order: dateOrder,
    },
    columns: filled.map(({ column, filling }) => ({
      name: column.name,
      source: filling.kind === 'column' ? { from: filling.place } : { constant: constantOf(filling) },
      as: column.array_of ? 'array' : isJson(column.format) ? 'json' : 'text',
    })),
  }
}

const isJson = (type: string) => type === 'json' || type === 'jsonb'

const constantOf = (filling: Filling) => (filling.kind === 'constant' ? filling.text : null)

const NAME_BYTES_MAX = 63
const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** The import into a new table, or a sentence that says what is missing. */
export function importIntoNewTable(
  { schema, name, columns, key, hasRowSecurity }: NewTablePlan,
  { skipsBadLines, dateOrder }: Pick<ImportChoices, 'skipsBadLines' | 'dateOrder'>,
): PlannedImport | string {
  const included = columns.flatMap((column, place) => (column.isIncluded ? [{ ...column, place }] : []))
  if (included.length === 0) return 'Include at least one column.'
  if (name === '') return 'Enter a name for the table.'
  const names = [name, ...included.map((column) => column.name)]
  if (names.includes('')) return 'Enter a name for each column.'
  const long = names.find((each) => bytesOf(each) > NAME_BYTES_MAX)
  if (long !== undefined) return `The name ${long} is longer than ${NAME_BYTES_MAX} bytes.`
  const firstPlaces = new Map(included.toReversed().map((column) => [column.name, column.place]))
  const twice = included.find(({ name: each, place }) => firstPlaces.get(each) !== place)
  if (twice) return `Two columns are called ${twice.name}.`
  const keyColumn = key === null ? undefined : included.find(({ place }) => place === key)
  return {
    request: {
      into: {
        table: {
          schema,
          name,
          columns: included.map((column) => ({ name: column.name, type: column.type })),
          primary_key: keyColumn?.name ?? null,
          enable_rls: hasRowSecurity,
        },
      },
      columns: included.map((column) => column.name),
      on_conflict: null,
      skip_bad_lines: skipsBadLines,
      date_order: dateOrder,
    },
    columns: included.map((column) => ({
      name: column.name,
      source: { from: column.place },
      as: isJson(column.type) ? 'json' : 'text',
    })),
  }
}
