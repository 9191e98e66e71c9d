import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { DataApiError } from '../data-api-error.ts'
import type { Relation } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { ParsedQuery, SelectItem } from '../syntax-tree.ts'
import type { Statement } from './statement.ts'
import type { TableSource } from './write-field.ts'

export interface Context {
  readonly cache: SchemaCache
  readonly schema: string
  readonly query: ParsedQuery
  readonly statement: Statement
  /** The most rows of any level. */
  readonly maxRows: number | undefined
  /** Levels that have been written; the others are for relations that are not selected. */
  readonly visited: Set<string>
  /** Whether values of domains are converted by their casts to JSON. */
  readonly isJson: boolean
}

export interface LevelSource extends TableSource {
  readonly items: readonly SelectItem[]
  readonly path: readonly string[]
  /** The `from` clause without the keyword. */
  readonly from: string
  /** The conditions that join the rows to those of the level above. */
  readonly joinConditions: readonly string[]
  /** The row of this level as a value of its table's type, for functions over it. */
  readonly row: string
  /** Whether its columns become columns of the level above, which also computes its aggregates. */
  readonly isHoisted: boolean
  /** Whether its columns must be named one by one, because the level above names them. */
  readonly listsColumns: boolean
  readonly isFiltered: boolean
  readonly isLimited: boolean
}

/** A column of a level. With `aggregate`, it is the input of an aggregate that the level above computes. */
export interface Output {
  readonly name: string
  /** The table's column, if it is one unchanged. */
  readonly column?: string | undefined
  readonly aggregate?: { readonly name: string; readonly cast: string | undefined; readonly as: string }
}

export interface WrittenLevel {
  readonly sql: string
  /** `select 1` with the same rows, before any limit. */
  readonly countSql: string
  readonly outputs: readonly Output[]
  /** Whether nothing is selected: each row is an empty object. */
  readonly isEmpty: boolean
}

/** The rows of a level, called `alias`, as JSON. */
export const writeRow = ({ isEmpty }: Pick<WrittenLevel, 'isEmpty'>, alias: string) =>
  isEmpty ? `'{}'::json` : alias

export const notEmbedded = (name: string) =>
  new DataApiError('PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

/** Throws PGRST108 for a filter, an order or a limit on a relation that is not selected. */
export function rejectUnselectedLevels({ query, visited }: Context) {
  for (const [key, { path }] of query.levels) if (!visited.has(key)) throw notEmbedded(path.join('.'))
}

/** A relation's qualified name. */
export const writeRelation = ({ schema, name }: Pick<Relation, 'schema' | 'name'>) =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
