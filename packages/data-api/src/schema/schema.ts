export type ColumnKind = 'plain' | 'json' | 'composite' | 'text search'

export interface Column {
  readonly name: string
  /** As PostgreSQL prints it: `numeric(10,2)`, `public.mood`. From the catalog, so safe in SQL. */
  readonly type: string
  /** Decides how JSON paths and text searches apply to it. */
  readonly kind: ColumnKind
  readonly isNullable: boolean
  /** An expression from the catalog, so safe in SQL. */
  readonly default: string | undefined
  /** The conversions of a domain's values, if it has casts for them. */
  readonly representation?: Representation | undefined
}

/** The functions of a domain's casts, as qualified names. */
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
  /** For a view, its names of the columns of its table's primary key. */
  readonly primaryKey: readonly string[]
  readonly writable: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean }
}

/** A relation under construction: a view gets its key once all relations are known. */
export type MutableRelation = { -readonly [K in keyof Relation]: Relation[K] }

/** A foreign key between tables, or as seen through views. Columns correspond pairwise. */
export interface Reference {
  readonly constraint: string
  readonly from: Relation
  readonly fromColumns: readonly string[]
  readonly to: Relation
  readonly toColumns: readonly string[]
  /** Whether at most one row references each row. */
  readonly isUnique: boolean
}

export interface Argument {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
}

/** The kind of a value's base type, which decides how it is sent. */
export type Content = 'bytes' | 'xml' | 'other'

/** An aggregate that turns rows into a response body. */
export interface MediaHandler {
  readonly mediaType: string
  /** The oid of the relation whose rows it accepts; undefined if it accepts any. */
  readonly relation: number | undefined
  /** Its quoted, qualified name. */
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
    /** The row type of a function with output arguments. */
    readonly columns: Relation | undefined
    /** The returned domain, if it is named like a media type. */
    readonly mediaType: string | undefined
    readonly content: Content
    readonly isSet: boolean
    /** Whether it returns at most one row: it is no set, or declared with ROWS 1. */
    readonly isSingle: boolean
  }
  /** The oid of the relation whose row is its only argument; such a function can be selected or embedded. */
  readonly of: number | undefined
}
