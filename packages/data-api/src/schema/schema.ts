/** What the Data API knows of a database, as it was when the catalog was read. */

export type ColumnKind = 'plain' | 'json' | 'composite' | 'text search'

export interface Column {
  readonly name: string
  /** As PostgreSQL writes it, with its schema where needed: `numeric(10,2)`, `public.mood`. SQL of the catalog's own. */
  readonly type: string
  /** How a place inside it is reached, and how text is searched. */
  readonly kind: ColumnKind
  readonly isNullable: boolean
  /** An expression of the catalog's own. */
  readonly default: string | undefined
}

export interface Relation {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'view' | 'materialized view' | 'foreign table'
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
}

/** Columns of one relation that refer to columns of another, pairwise. Between tables, or seen through views. */
export interface Reference {
  readonly constraint: string
  readonly from: Relation
  readonly fromColumns: readonly string[]
  readonly to: Relation
  readonly toColumns: readonly string[]
  /** At most one row refers to each. */
  readonly isUnique: boolean
}

export interface Argument {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

export interface Routine {
  readonly schema: string
  readonly name: string
  readonly args: readonly Argument[]
  readonly volatility: 'volatile' | 'stable' | 'immutable'
  readonly returns: {
    readonly kind: 'void' | 'scalar' | 'row'
    /** The table or view whose rows it returns. */
    readonly relation: number | undefined
    readonly isSet: boolean
    /** It has rows of one at most, as its author says with ROWS 1. */
    readonly isSingle: boolean
  }
  /** The relation whose rows are its only argument: then it can be asked for like a column or a relation. */
  readonly of: number | undefined
}
