import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import { buildFactBase, type FactBase, type Payload, type StableId } from '@supabase/pg-delta'

/** A table that is another one's under a new name, in the same schema. */
export interface TableRename {
  readonly schema: string
  readonly from: string
  readonly to: string
}

export const renameStatement = ({ schema, from, to }: TableRename) =>
  `ALTER TABLE ${quoteQualified(schema, from)} RENAME TO ${quoteIdentifier(to)}`

/** Definitions that PostgreSQL keeps as the text in which they were written. */
const AS_WRITTEN: readonly StableId['kind'][] = ['function', 'procedure', 'comment']

/** A schema as it is after a table has been renamed, with all that is part of the table or refers to it. */
export function renameTable(facts: FactBase, rename: TableRename): FactBase {
  const idOf = <Id extends StableId>(id: Id): Id => renamedId(id, rename)
  return buildFactBase(
    facts.facts().map((fact) => ({
      ...fact,
      id: idOf(fact.id),
      ...(fact.parent && { parent: idOf(fact.parent) }),
      payload: AS_WRITTEN.includes(fact.id.kind) ? fact.payload : renamedPayload(fact.payload, rename),
    })),
    facts.edges.map((edge) => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) })),
  )
}

function renamedId<Id extends StableId>(id: Id, { schema, from, to }: TableRename): Id {
  if ('target' in id) return { ...id, target: renamedId(id.target, { schema, from, to }) }
  const own = id as { kind: string; schema?: string | null; table?: string; name?: string }
  if (own.schema !== schema) return id
  if (own.kind === 'table' && own.name === from) return { ...id, name: to }
  return own.table === from ? { ...id, table: to } : id
}

/** Definitions such as those of indexes and views name tables with their schema, and columns with the table. */
function renamedPayload(payload: Payload, { schema, from, to }: TableRename): Payload {
  const plainOrQuoted = (name: string) => `(?:${escaped(name)}|"${escaped(name.replaceAll('"', '""'))}")`
  const table = new RegExp(`(?<![\\w".])${plainOrQuoted(schema)}\\.${plainOrQuoted(from)}(?![\\w"])`, 'g')
  const qualifier = new RegExp(`(?<![\\w".])${plainOrQuoted(from)}(?=\\.)`, 'g')
  const text = (value: string) =>
    value.search(table) >= 0
      ? value.replace(table, `${asWritten(schema)}.${asWritten(to)}`).replace(qualifier, asWritten(to))
      : value
  const mapped = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(mapped)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one)]))
  }
  return mapped(payload) as Payload
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** As PostgreSQL writes a name that is no keyword. */
const asWritten = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
