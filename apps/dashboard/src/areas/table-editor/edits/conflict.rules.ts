import type { GridColumn, GridEntity, GridRow } from '@basalt/contract/table-editor/grid.schema.ts'
import { isDefault, type NewValue, type RowEdit } from '@basalt/table-rows/edits/edit.ts'
import { ownValue } from '../../../lib/own-value.ts'
import { isCut, keyOfRow, type LineCell } from '../rows/lines.rules.ts'
import type { Step } from './staged.rules.ts'

/** A column that another session changed. */
export interface ConflictingValue {
  readonly column: string
  readonly was: LineCell
  readonly is: LineCell
  /** Absent when the staged change does not set the column. */
  readonly yours?: LineCell
}

/** What differs between the row as it was read and as it is now, among the values that guard the change. */
export function conflictingValues(
  columns: readonly Pick<GridColumn, 'name'>[],
  edit: RowEdit,
  current: GridRow,
): ConflictingValue[] {
  return columns.flatMap(({ name }, index) => {
    const was = ownValue(edit.old, name)
    const is = current.cells[index] ?? null
    if (was === undefined || was === is) return []
    const yours = edit.kind === 'update' ? ownValue(edit.set, name) : undefined
    return [{ column: name, was, is, ...(yours !== undefined && { yours: cellOf(yours) }) }]
  })
}

const cellOf = (value: NewValue): LineCell => (isDefault(value) ? { default: true } : value)

/**
 * Stages the change again over the row as it is now. Undefined when a value that guards the change is too long to be
 * known in full.
 */
export function overwriting(
  { columns, identity }: Pick<GridEntity, 'columns' | 'identity'>,
  key: string,
  edit: RowEdit,
  current: GridRow,
): Step | undefined {
  const guarded =
    identity.kind === 'ctid' || edit.kind === 'delete'
      ? columns.map(({ name }) => name)
      : Object.keys(edit.set)
  const old: Record<string, string | null> = {}
  for (const [index, { name }] of columns.entries()) {
    const cell = current.cells[index] ?? null
    if (!guarded.includes(name)) continue
    if (!isCut(cell)) old[name] = cell
    else if (edit.kind === 'update' && Object.hasOwn(edit.set, name)) return undefined
  }
  return [
    { kind: 'forget', key },
    { kind: 'row', key: keyOfRow(current.row), edit: { ...edit, row: current.row, old } },
  ]
}
