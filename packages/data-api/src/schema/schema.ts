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
  /** How a domain's values are shown and read, if it has casts for that. */
  readonly representation?: Representation | undefined
}

/** Functions of casts on a domain, as SQL names them. */
export interface Representation {
  readonly toJson: string | undefined
  readonly fromJson: string | undefined
  readonly fromText: string | undefined
}

export interface Relation {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'view' | 'materialized view' | 'foreign table' | 'composite type'
  readonly columns: ReadonlyMap<string, Column>
  /** For a view, the names under which it shows its table's primary key. */
  readonly primaryKey: readonly string[]
  readonly writable: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean }
}

/** Before views have their keys, which needs all relations. */
export type GrowingRelation = { -readonly [K in keyof Relation]: Relation[K] }

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

/** The kind of a value's base type, as far as it decides how the value is sent. */
export type Content = 'bytes' | 'xml' | 'other'

/** An aggregate that turns rows into a response body. */
export interface MediaHandler {
  readonly mediaType: string
  /** The oid of the only relation whose rows it accepts; undefined when it accepts any. */
  readonly relation: number | undefined
  /** Its name, quoted and with its schema. */
  readonly name: string
  readonly content: Content
}

export interface Routine {
  readonly schema: string
  readonly name: string
  readonly args: readonly Argument[]
  readonly volatility: 'volatile' | 'stable' | 'immutable'
  /** The settings of its `set … to …` clauses. */
  readonly settings: ReadonlyMap<string, string>
  readonly returns: {
    readonly kind: 'void' | 'scalar' | 'row'
    /** The table, view or composite type whose rows it returns. */
    readonly relation: number | undefined
    /** The rows of a function that names its own columns. */
    readonly columns: Relation | undefined
    /** The name of the domain that it returns, if that is a media type. */
    readonly mediaType: string | undefined
    readonly content: Content
    readonly isSet: boolean
    /** It has rows of one at most, as its author says with ROWS 1. */
    readonly isSingle: boolean
  }
  /** The relation whose rows are its only argument: then it can be asked for like a column or a relation. */
  readonly of: number | undefined
}
