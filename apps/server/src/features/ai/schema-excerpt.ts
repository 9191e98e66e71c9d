import { type RelationOutline, relationOutlines } from '@basalt/catalog/relation-outlines.ts'
import {
  COLUMNS_MAX,
  NAMED_RELATIONS_MAX,
  OTHER_RELATIONS_MAX,
  SCHEMA_MAX,
  SEARCH_WORDS_MAX,
} from './ai.rules.ts'

/** Queries the catalogs of a project's database. */
export type QueryRows = <Row extends object>(ref: string, sql: string, values?: unknown[]) => Promise<Row[]>

const OUTLINES = relationOutlines({
  named: NAMED_RELATIONS_MAX,
  others: OTHER_RELATIONS_MAX,
  columns: COLUMNS_MAX,
})

const KINDS = { r: 'table', p: 'table', f: 'foreign table', v: 'view', m: 'materialized view' } as const

/**
 * The tables and views of a project as SQL, those named in the text first: names and types, never rows or comments. At
 * most SCHEMA_MAX characters; empty for a database without tables.
 */
export async function schemaExcerpt(queryRows: QueryRows, ref: string, text: string): Promise<string> {
  const relations = await queryRows<RelationOutline>(ref, OUTLINES, [namesIn(text)])
  let schema = ''
  for (const relation of relations) {
    const line = describe(relation)
    if (schema.length + line.length > SCHEMA_MAX) return `${schema}-- and more`
    schema += `${line}\n`
  }
  return schema.trimEnd()
}

const describe = ({ schema, name, kind, columns, constraints }: RelationOutline) =>
  `${KINDS[kind]} ${quoted(schema)}.${quoted(name)} (${[...columns, ...constraints].join(', ')});`

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** The words of a text that may be table names, as written and in lower case, in singular and plural. */
export function namesIn(text: string): string[] {
  const names = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)) {
    const lower = word.toLowerCase()
    for (const name of [word, lower, `${lower}s`, lower.replace(/s$/, ''), lower.replace(/y$/, 'ies')])
      names.add(name)
    if (names.size >= SEARCH_WORDS_MAX) break
  }
  return [...names]
}
