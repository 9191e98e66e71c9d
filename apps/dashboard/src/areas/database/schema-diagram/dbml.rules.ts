import { referentialActionNames } from '@basalt/contract/entities/entities.rules.ts'
import type {
  DiagramColumn,
  DiagramForeignKey,
  DiagramTable,
} from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'

/** The tables in the Database Markup Language (dbml.dbdiagram.io), with what it can say of them. */
export const dbmlOf = (tables: readonly DiagramTable[], schema: string): string =>
  [
    ...tables.map((table) => tableText(table, schema)),
    ...tables.flatMap((table) => table.foreign_keys.map((key) => referenceText(table, key, schema))),
  ]
    .join('\n\n')
    .concat('\n')

function tableText(table: DiagramTable, schema: string): string {
  const primary = table.columns.filter(({ primary_key }) => primary_key)
  const isSingle = primary.length === 1
  const lines = [
    ...table.columns.map((column) => `  ${columnText(column, isSingle)}`),
    ...(primary.length > 1
      ? ['', '  indexes {', `    (${primary.map(({ name }) => quoted(name)).join(', ')}) [pk]`, '  }']
      : []),
    ...(table.comment === null ? [] : ['', `  Note: ${text(table.comment)}`]),
  ]
  return `Table ${nameOf(schema, table.name)} {\n${lines.join('\n')}\n}`
}

function columnText(column: DiagramColumn, isSingleKey: boolean): string {
  const settings = [
    ...(column.primary_key && isSingleKey ? ['pk'] : []),
    ...(column.identity ? ['increment'] : []),
    ...(column.unique ? ['unique'] : []),
    ...(column.nullable || (column.primary_key && isSingleKey) ? [] : ['not null']),
    ...(column.comment === null ? [] : [`note: ${text(column.comment)}`]),
  ]
  return [
    quoted(column.name),
    typeText(column.type),
    ...(settings.length === 0 ? [] : [`[${settings.join(', ')}]`]),
  ].join(' ')
}

/** A plain type as it is; quoted when it has spaces or signs. */
const typeText = (type: string) =>
  /^[a-z_][a-z0-9_]*(\(\d+(,\d+)?\))?(\[\])?$/.test(type) ? type : quoted(type)

function referenceText({ name, columns }: DiagramTable, key: DiagramForeignKey, schema: string): string {
  const primary = columns.filter(({ primary_key }) => primary_key)
  const isOne =
    key.columns.length === 1 &&
    columns.some(
      (column) =>
        column.name === key.columns[0] && (column.unique || (column.primary_key && primary.length === 1)),
    )
  const settings = [
    ...(key.on_delete === 'a' ? [] : [`delete: ${referentialActionNames[key.on_delete]}`]),
    ...(key.on_update === 'a' ? [] : [`update: ${referentialActionNames[key.on_update]}`]),
  ]
  return [
    `Ref ${quoted(key.name)}:`,
    endText(nameOf(schema, name), key.columns),
    isOne ? '-' : '>',
    endText(nameOf(key.to.schema, key.to.name), key.to_columns),
    ...(settings.length === 0 ? [] : [`[${settings.join(', ')}]`]),
  ].join(' ')
}

const endText = (table: string, columns: readonly string[]) =>
  columns.length === 1 ? `${table}.${quoted(columns[0]!)}` : `${table}.(${columns.map(quoted).join(', ')})`

const nameOf = (schema: string, name: string) =>
  schema === 'public' ? quoted(name) : `${quoted(schema)}.${quoted(name)}`

/** The language has no escape for a double quote in a name, so that becomes two single ones. */
const quoted = (name: string) =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', "''").replace(/[\r\n]+/g, ' ')}"`

const text = (value: string) =>
  `'${value
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replace(/\s*[\r\n]+\s*/g, ' ')}'`
