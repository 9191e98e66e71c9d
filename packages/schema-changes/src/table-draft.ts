/** A default: a value as text, read as the column's type, or an SQL expression. */
export type ColumnDefault = { readonly literal: string } | { readonly expression: string }

export type Identity = 'always' | 'by default'

export interface ColumnDraft {
  /** The name of the existing column; null for a new one. */
  readonly was: string | null
  readonly name: string
  /** As SQL writes it: `int8`, `numeric(10,2)`, `public.mood[]`. */
  readonly type: string
  readonly nullable: boolean
  readonly default: ColumnDefault | null
  /** The expression of a stored generated column. */
  readonly generated: string | null
  readonly identity: Identity | null
  readonly comment: string | null
}

/** The columns of a unique constraint. `was` is the name of the existing constraint, here and below. */
export interface UniqueDraft {
  readonly was: string | null
  readonly columns: readonly string[]
}

export interface CheckDraft {
  readonly was: string | null
  readonly expression: string
}

export const referentialActions = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const
export type ReferentialAction = (typeof referentialActions)[number]

export interface ForeignKeyDraft {
  readonly was: string | null
  readonly columns: readonly string[]
  readonly target: { readonly schema: string; readonly name: string; readonly columns: readonly string[] }
  readonly on_update: ReferentialAction
  readonly on_delete: ReferentialAction
}

/** A table as a form has it. Constraints name columns as they are called after the change. */
export interface TableDraft {
  readonly schema: string
  readonly name: string
  readonly comment: string | null
  readonly rls: boolean
  /** Whether the publication `supabase_realtime` has it. */
  readonly realtime: boolean
  readonly columns: readonly ColumnDraft[]
  readonly primary_key: readonly string[]
  readonly uniques: readonly UniqueDraft[]
  readonly checks: readonly CheckDraft[]
  readonly foreign_keys: readonly ForeignKeyDraft[]
}
