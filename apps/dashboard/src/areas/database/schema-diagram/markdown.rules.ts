import { referentialActionNames } from '@basalt/contract/entities/entities.rules.ts'
import type { DiagramTable } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { markNames, marksOf, referringColumns, shownType } from './column-facts.rules.ts'

/** The tables of a schema as a document: a section for each, with its columns and foreign keys. */
export const markdownOf = (tables: readonly DiagramTable[], schema: string): string =>
  [`# ${inline(schema)}`, ...tables.map((table) => sectionOf(table, schema))].join('\n\n').concat('\n')

function sectionOf(table: DiagramTable, schema: string): string {
  const referring = referringColumns(table)
  const hidden = table.column_count - table.columns.length
  const lines = table.columns.map((column) => {
    const facts = [
      ...marksOf(column, referring).map((mark) => markNames[mark]),
      ...(column.generated ? ['generated'] : []),
      ...(column.nullable ? [] : ['not null']),
    ]
    return `| ${[code(column.name), code(shownType(column.type, schema)), facts.join(', '), inline(column.comment ?? '')].join(' | ')} |`
  })
  const keys = table.foreign_keys.map(({ columns, to, to_columns, on_update, on_delete }) => {
    const target = to.schema === schema ? to.name : `${to.schema}.${to.name}`
    const actions = [
      ...(on_delete === 'a' ? [] : [`on delete ${referentialActionNames[on_delete]}`]),
      ...(on_update === 'a' ? [] : [`on update ${referentialActionNames[on_update]}`]),
    ]
    const rule = actions.length === 0 ? '' : `, ${actions.join(', ')}`
    return `- ${code(columns.join(', '))} → ${code(target)} (${code(to_columns.join(', '))})${rule}`
  })
  return [
    `## ${inline(table.name)}`,
    ...(table.comment === null ? [] : [inline(table.comment)]),
    ...(lines.length === 0
      ? []
      : [['| Column | Type | | Description |', '|---|---|---|---|', ...lines].join('\n')]),
    ...(hidden > 0 ? [`${hidden} more columns are not listed.`] : []),
    ...(keys.length === 0 ? [] : [`References\n\n${keys.join('\n')}`]),
  ].join('\n\n')
}

/** Text of one line in which nothing is a sign of Markdown. */
const inline = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#+!|~-]/g, (sign) => `\\${sign}`)

/** A code span, with a fence that the text does not contain; a bar would end the cell of a table. */
function code(text: string) {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length))
  if (longest === 0) return `\`${line}\``
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${line} ${fence}`
}
