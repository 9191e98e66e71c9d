/** What has a schema and a name. */
export interface QualifiedName {
  readonly schema: string
  readonly name: string
}

/** A column or expression that an index is sorted or searched by; one of the first two is null. */
export interface IndexKey {
  readonly column: string | null
  readonly expression: string | null
  readonly is_descending: boolean
  readonly is_nulls_first: boolean
  /** Null for the default of the type. */
  readonly operator_class: QualifiedName | null
  /** Null for that of the column. */
  readonly collation: QualifiedName | null
}

/** An index as a form has it. */
export interface IndexDraft {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly comment: string | null
  readonly method: string
  readonly is_unique: boolean
  readonly nulls_not_distinct: boolean
  readonly keys: readonly IndexKey[]
  readonly include: readonly string[]
  /** Rows that it has; null for all. */
  readonly where: string | null
  /** Storage parameters, such as `fillfactor`. */
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
  /** Is it built while others write to the table? */
  readonly concurrently: boolean
}

/** Columns of an index with its included ones: INDEX_MAX_KEYS of PostgreSQL as it is built everywhere. */
export const INDEX_COLUMNS_MAX = 32

interface MethodFacts {
  readonly isOrdered: boolean
  readonly canBeUnique: boolean
  readonly canInclude: boolean
  readonly isMulticolumn: boolean
}

/** What PostgreSQL's own index methods can do, as `pg_indexam_has_property` says. */
export const indexMethods: Readonly<Record<string, MethodFacts>> = {
  btree: { isOrdered: true, canBeUnique: true, canInclude: true, isMulticolumn: true },
  hash: { isOrdered: false, canBeUnique: false, canInclude: false, isMulticolumn: false },
  gist: { isOrdered: false, canBeUnique: false, canInclude: true, isMulticolumn: true },
  gin: { isOrdered: false, canBeUnique: false, canInclude: false, isMulticolumn: true },
  spgist: { isOrdered: false, canBeUnique: false, canInclude: true, isMulticolumn: false },
  brin: { isOrdered: false, canBeUnique: false, canInclude: false, isMulticolumn: true },
}
