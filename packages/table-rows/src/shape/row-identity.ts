import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import type { PageColumn, PageShape, TableIndex, TableShape } from './table-shape.ts'

/** One part of what identifies a row: a column, or a system column of its table. */
export interface IdentityPart {
  /** A column's name, or `tableoid`, `ctid`, `xmin`. */
  readonly name: string
  readonly column: PageColumn | null
  /** For casts, as `PageColumn.baseType`. */
  readonly type: string
}

/** How rows of a relation are told apart. */
export type RowIdentity =
  /** By a primary key or another unique key without NULL. */
  | { readonly kind: 'key'; readonly index: string; readonly parts: readonly IdentityPart[] }
  /** By place and version, which is safe only together with all old values. */
  | { readonly kind: 'ctid'; readonly parts: readonly IdentityPart[] }
  /** Not at all; `reason` is a sentence. */
  | { readonly kind: 'none'; readonly parts: readonly []; readonly reason: string }

const TABLE: IdentityPart = { name: 'tableoid', column: null, type: 'pg_catalog.oid' }
const PLACE: IdentityPart = { name: 'ctid', column: null, type: 'pg_catalog.tid' }
const VERSION: IdentityPart = { name: 'xmin', column: null, type: 'pg_catalog.xid' }

/** The best way to tell the rows of a relation apart. */
export function rowIdentity(shape: PageShape): RowIdentity {
  const keys = shape.indexes.flatMap((index) => {
    const columns = keyColumns(shape, index)
    return columns ? [{ index, columns }] : []
  })
  const [best] = keys.sort((one, other) => rank(one.index, one.columns) - rank(other.index, other.columns))
  if (best) {
    const parts = best.columns.map((column) => ({ name: column.name, column, type: column.baseType }))
    // The key of a table does not tell apart the rows of those that inherit it.
    return {
      kind: 'key',
      index: best.index.name,
      parts: shape.hasChildren && shape.kind === 'r' ? [...parts, TABLE] : parts,
    }
  }
  if (shape.kind === 'v')
    return none('The view has no column or columns that are a key of the table it shows.')
  if (shape.kind === 'f') return none('A foreign table has no key that tells its rows apart.')
  // System columns need the right to read the whole table.
  if (shape.columns.some(({ isReadable }) => !isReadable))
    return none('The table has no key among the columns that this role can read.')
  return { kind: 'ctid', parts: shape.kind === 'm' ? [TABLE, PLACE] : [TABLE, PLACE, VERSION] }
}

const none = (reason: string): RowIdentity => ({ kind: 'none', parts: [], reason })

function keyColumns(shape: PageShape, index: TableIndex): PageColumn[] | undefined {
  if (!index.isUnique || !index.isValid || index.isPartial || index.columns.length === 0) return undefined
  // A deferred unique constraint may have duplicates for a while. Primary keys are taken: nobody else sees them then.
  if (!index.isImmediate && !index.isPrimary) return undefined
  const columns = index.columns.map((part) => shape.columns.find(({ number }) => number === part.number))
  const isKey = columns.every((column) => column?.isReadable && !column.isNullable)
  return isKey ? (columns as PageColumn[]) : undefined
}

/** Lower is better: the primary key, then few and short columns. */
const rank = (index: TableIndex, columns: readonly PageColumn[]) =>
  index.isPrimary ? 0 : columns.length * 2 + columns.filter(({ isLong }) => isLong).length

/** What can be changed; each is true or a sentence that says why not. */
export interface WriteAccess {
  readonly insert: true | string
  readonly update: true | string
  readonly delete: true | string
}

export function writeAccess(shape: TableShape, identity: RowIdentity): WriteAccess {
  const refused = (reason: string): WriteAccess => ({ insert: reason, update: reason, delete: reason })
  if (shape.kind === 'm') return refused('A materialized view changes only when it is refreshed.')
  if (shape.hasRules)
    return refused('Rules rewrite changes of this relation, so that their effect is not known.')
  if (shape.kind === 'f') return refused('Rows of a foreign table are changed where they are stored.')
  const noIdentity = identity.kind === 'none' ? identity.reason : undefined
  const thing = shape.kind === 'v' ? 'view' : 'table'
  const missing = (verb: string) =>
    shape.kind === 'v'
      ? `Rows of this ${thing} cannot be ${verb}.`
      : `This role has no right to have rows of this table ${verb}.`
  return {
    insert: shape.canInsert || missing('inserted'),
    update: shape.canUpdate ? (noIdentity ?? true) : missing('updated'),
    delete: shape.canDelete ? (noIdentity ?? true) : missing('deleted'),
  }
}

/** The relation, quoted. */
export const relationOf = (shape: Pick<PageShape, 'schema' | 'name'>) =>
  quoteQualified(shape.schema, shape.name)

/** A part of the identity as a column of `alias`. */
export const partOf = (part: IdentityPart, alias: string) =>
  `${alias}.${part.column ? quoteIdentifier(part.name) : part.name}`
