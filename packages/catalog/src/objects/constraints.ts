import { columnNames, comment } from '../fragments.ts'
import { isAmong, orderAndLimit, type RelationSelection, restriction } from '../selection.ts'

export interface ConstraintRow {
  oid: number
  /** The oid of its table. */
  relation: number
  schema: string
  table: string
  name: string
  /** As in pg_constraint: p primary key, u unique, f foreign key, c check, x exclusion, n not null. */
  kind: 'p' | 'u' | 'f' | 'c' | 'x' | 'n'
  columns: string[]
  /** As `ALTER TABLE … ADD CONSTRAINT name` takes it. */
  definition: string
  is_deferrable: boolean
  is_deferred: boolean
  /** False after NOT VALID. */
  is_validated: boolean
  comment: string | null
}

interface ConstraintSelection extends RelationSelection {
  /** Defaults to all but `n`, which columns show as `is_nullable`. */
  readonly kinds?: readonly ConstraintRow['kind'][]
}

/** Constraints of tables, including those that partitions inherit, without those of domains. */
export const constraints = ({
  kinds = ['p', 'u', 'f', 'c', 'x'],
  ...selection
}: ConstraintSelection = {}) => `
  select k.oid, k.conrelid as relation, n.nspname as schema, c.relname as table, k.conname as name, k.contype as kind,
    ${columnNames('k.conrelid', 'k.conkey')} as columns,
    pg_catalog.pg_get_constraintdef(k.oid) as definition,
    k.condeferrable as is_deferrable, k.condeferred as is_deferred, k.convalidated as is_validated,
    ${comment('k.oid', 'pg_constraint')} as comment
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where k.conrelid <> 0 and ${isAmong('k.contype', kinds)}${restriction(selection, { id: 'k.oid', namespace: 'c.relnamespace', relation: 'k.conrelid' })}
  ${orderAndLimit(selection, 'k.oid', 'n.nspname, c.relname, k.conname')}`
