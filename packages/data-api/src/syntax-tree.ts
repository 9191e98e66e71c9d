/** What a request asks for, as parsed: nothing here has been checked against a schema, and nothing is SQL. */

/** A column, or a place inside it: `data->a->>0`. */
export interface Field {
  readonly column: string
  readonly path: readonly JsonStep[]
}

export interface JsonStep {
  /** `->` keeps JSON, `->>` makes text. */
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
      /** Of the aggregate's result. */
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

/** Operators that stand for one of SQL between a field and a value. */
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
      /** An array literal of PostgreSQL: `{a,b}`. */
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
  /** Of a to-one relation, whose field it is then. */
  readonly relation: string | undefined
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

/** What concerns one level of the tree of relations; the path of the top one is empty. */
export interface Level {
  readonly path: readonly string[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | undefined
  offset: number | undefined
}

export interface ParsedQuery {
  readonly select: readonly SelectItem[]
  /** By the path of names joined with a zero character, which no name contains. */
  readonly levels: ReadonlyMap<string, Level>
  /** Columns that a write is limited to. */
  readonly columns: readonly string[] | undefined
  readonly onConflict: readonly string[] | undefined
  /** Arguments of a function that is called with GET: what is no filter. */
  readonly args: readonly (readonly [name: string, value: string])[]
}

export const levelKey = (path: readonly string[]) => path.join('\0')
