import type { RowIdentity, WriteAccess } from '../shape/row-identity.ts'
import type { TableColumn, TableShape } from '../shape/table-shape.ts'
import { unstorableText } from '../statement.ts'
import { type Edit, isDefault, type NewValue } from './edit.ts'

/** Why an edit cannot be saved; `column` when one value is the reason. */
export interface Refusal {
  readonly reason: string
  readonly column?: string
  readonly sqlstate?: string
}

/** The first thing that is wrong with an edit and can be seen without asking PostgreSQL. */
export function refusalOf(
  edit: Edit,
  shape: TableShape,
  identity: RowIdentity,
  access: WriteAccess,
): Refusal | undefined {
  const allowed = access[edit.kind]
  if (allowed !== true) return { reason: allowed }
  if (edit.kind !== 'insert') {
    if (edit.row.length !== identity.parts.length || !edit.row.every(isStorable))
      return { reason: 'The edit does not say which row it changes.' }
    for (const [name, value] of Object.entries(edit.old)) {
      const column = shape.columns.find((each) => each.name === name)
      if (!column) return gone(name)
      if (value !== null && !isStorable(value)) return { reason: unstorableText(value)!, column: name }
    }
  }
  if (edit.kind === 'delete') return undefined
  const set = Object.entries(edit.set)
  if (edit.kind === 'update' && set.length === 0) return { reason: 'The edit changes no column.' }
  for (const [name, value] of set) {
    const column = shape.columns.find((each) => each.name === name)
    if (!column) return gone(name)
    const reason = refusedValue(edit, column, value)
    if (reason !== undefined) return { reason, column: name }
  }
  return undefined
}

const isStorable = (text: string) => unstorableText(text) === undefined

const gone = (name: string): Refusal => ({
  reason: `The column ${name} is gone: it was dropped or renamed.`,
  column: name,
})

function refusedValue(edit: Edit, column: TableColumn, value: NewValue): string | undefined {
  if (column.generated !== null)
    return `${column.name} is generated from other columns and cannot be changed.`
  if (edit.kind === 'update' && column.identity === 'always' && !isDefault(value))
    return `${column.name} is an identity column that is always generated; it can only be set to its default.`
  const isWritable =
    edit.kind === 'insert' ? column.isInsertable : column.isUpdatable || column.identity === 'always'
  if (!isWritable) return `${column.name} cannot be changed by this role, or is computed by the view.`
  if (edit.kind === 'update' && !Object.hasOwn(edit.old, column.name))
    return `The edit does not say which value of ${column.name} it replaces.`
  return typeof value === 'string' ? unstorableText(value) : undefined
}
