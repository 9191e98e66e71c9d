import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue, OldValues } from '@basalt/table-rows/edits/edit.ts'
import { isCut, isDefaultCell, type Line, type LineCell } from '../rows/lines.rules.ts'
import type { Change } from './staged.rules.ts'

/** Why a cell cannot be changed, as a sentence; undefined when it can. */
export function cellRefusal(
  { insert, update }: Pick<GridEntity, 'insert' | 'update'>,
  column: GridColumn,
  line: Pick<Line, 'row' | 'state'>,
  memberRefusal: string | undefined,
): string | undefined {
  if (memberRefusal !== undefined) return memberRefusal
  const relation = line.state === 'new' ? insert : update
  if (relation !== null) return relation
  if (line.state === 'deleted') return 'This row is about to be deleted.'
  if (column.generated !== null) return 'This column is generated from other columns.'
  if (column.identity === 'always') return 'The database generates the values of this column.'
  if (line.state === 'new' ? !column.is_insertable : !column.is_updatable)
    return 'You have no right to change this column, or the view computes it.'
  return line.row?.length === 0 ? 'This row cannot be told apart from others.' : undefined
}

/** The values that guard a change: those of the changed columns, or of all when rows have no key. */
export function oldValues(
  columns: readonly GridColumn[],
  cells: readonly LineCell[],
  isGuarded: (name: string) => boolean,
): OldValues {
  return Object.fromEntries(
    columns.flatMap(({ name }, index) => {
      const cell = cells[index] ?? null
      return !isGuarded(name) || isCut(cell) || isDefaultCell(cell) ? [] : [[name, cell]]
    }),
  )
}

/** Sets one cell. `whole` is the stored value when the page has only its beginning. */
export function cellChange(
  { columns, identity }: Pick<GridEntity, 'columns' | 'identity'>,
  stored: Line,
  column: string,
  value: NewValue,
  whole: string | null | undefined,
): Change {
  const { key, row, cells } = stored
  if (row === undefined) return { kind: 'new', key, set: { [column]: value } }
  const old = oldValues(columns, cells, (name) => identity.kind === 'ctid' || name === column)
  return {
    kind: 'row',
    key,
    edit: {
      kind: 'update',
      row,
      old: whole === undefined ? old : { ...old, [column]: whole },
      set: { [column]: value },
    },
  }
}

/** Deletes a stored row unless it has changed since; a new row is just dropped. */
export function deletion({ columns }: Pick<GridEntity, 'columns'>, { key, row, cells }: Line): Change {
  if (row === undefined) return { kind: 'forget', key }
  return { kind: 'row', key, edit: { kind: 'delete', row, old: oldValues(columns, cells, () => true) } }
}
