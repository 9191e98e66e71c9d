/** The parsed form of a request: not yet checked against a schema, and no SQL. */

/** A column, or a JSON path in it: `data->a->>0`. */
export interface Field {
  readonly column: string
  readonly path: readonly JsonStep[]
}

export interface JsonStep {
  /** `->` returns JSON, `->>` text. */
  readonly arrow: '->' | '->>'
  readonly key: string | number
}

export type AggregateName = 'count' | 'sum' | 'avg' | 'min' | 'max'

export type SelectItem =
  | { readonly kind: 'everything' }
  | {
      readonly kind: 'field'
      /** Absent for `count()`, which counts rows. */
      readonly field: Field | undefined
      readonly alias: string | undefined
      readonly cast: string | undefined
      readonly aggregate: AggregateName | undefined
      /** The cast of the aggregate's result. */
      readonly aggregateCast: string | undefined
    }
  | {
      readonly kind: 'embed'
      readonly name: string
      readonly alias: string | undefined
      readonly hint: string | undefined
      readonly join: 'inner' | 'left' | undefined
      readonly isSpread: boolean
      readonly items: readonly SelectItem[]
    }

export type EmbedItem = Extract<SelectItem, { kind: 'embed' }>
export type FieldItem = Extract<SelectItem, { kind: 'field' }>

/** Operators that map to a binary operator in SQL. */
export type BinaryOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'isdistinct'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj'

export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts'
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Test =
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly value: string }
  | {
      readonly kind: 'quantified'
      readonly operator: BinaryOperator
      readonly quantifier: 'any' | 'all'
      /** An array literal in PostgreSQL's syntax: `{a,b}`. */
      readonly value: string
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | {
      readonly kind: 'search'
      readonly operator: SearchOperator
      readonly language: string | undefined
      readonly value: string
    }

export type Condition =
  | { readonly kind: 'test'; readonly isNegated: boolean; readonly field: Field; readonly test: Test }
  | {
      readonly kind: 'group'
      readonly isNegated: boolean
      readonly operator: 'and' | 'or'
      readonly conditions: readonly Condition[]
    }

export interface OrderTerm {
  readonly field: Field
  /** The to-one embedded relation that the field belongs to, if any. */
  readonly relation: string | undefined
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

/** Filters, order and limits of one level of the tree of relations; the path of the top level is empty. */
export interface Level {
  readonly path: readonly string[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | undefined
  offset: number | undefined
}

export interface ParsedQuery {
  readonly select: readonly SelectItem[]
  /** By `levelKey`: the names of the path joined with a NUL character, which no name contains. */
  readonly levels: ReadonlyMap<string, Level>
  /** Columns that a write is limited to. */
  readonly columns: readonly string[] | undefined
  readonly onConflict: readonly string[] | undefined
  /** Arguments of a function called with GET: the parameters that are no filters. */
  readonly args: readonly (readonly [name: string, value: string])[]
}

export const levelKey = (path: readonly string[]) => path.join('\0')
