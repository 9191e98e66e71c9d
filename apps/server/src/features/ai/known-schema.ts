import { type RelationOutline, relationOutlines } from '@basalt/catalog/relation-outlines.ts'
import { COLUMNS_TOLD, NAMED_RELATIONS, OTHER_RELATIONS, SCHEMA_MAX, WORDS_SOUGHT } from './ai.rules.ts'

/** Asks the catalogs of a project's database. */
export type LookUp = <Row extends object>(ref: string, sql: string, values?: unknown[]) => Promise<Row[]>

const OUTLINES = relationOutlines({ named: NAMED_RELATIONS, others: OTHER_RELATIONS, columns: COLUMNS_TOLD })

const KINDS = { r: 'table', p: 'table', f: 'foreign table', v: 'view', m: 'materialized view' } as const

/**
 * The tables and views of a project as far as they bear on a text, those it names first, as SQL that a model reads:
 * names and types, never rows and comments. At most SCHEMA_MAX characters; empty for a database without tables.
 */
export async function knownSchema(lookUp: LookUp, ref: string, text: string): Promise<string> {
  const relations = await lookUp<RelationOutline>(ref, OUTLINES, [namesIn(text)])
  let schema = ''
  for (const relation of relations) {
    const described = describe(relation)
    if (schema.length + described.length > SCHEMA_MAX) return `${schema}-- and more`
    schema += `${described}\n`
  }
  return schema.trimEnd()
}

const describe = ({ schema, name, kind, columns, constraints }: RelationOutline) =>
  `${KINDS[kind]} ${quoted(schema)}.${quoted(name)} (${[...columns, ...constraints].join(', ')});`

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** The words of a text that may be names of tables, as written and in lower case, in singular and plural. */
export function namesIn(text: string): string[] {
  const names = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)) {
    const lower = word.toLowerCase()
    for (const name of [word, lower, `${lower}s`, lower.replace(/s$/, ''), lower.replace(/y$/, 'ies')])
      names.add(name)
    if (names.size >= WORDS_SOUGHT) break
  }
  return [...names]
}
