import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { isDefault, type NewValue } from '@basalt/table-rows/edits/edit.ts'
import { ownValue } from '../../../lib/own-value.ts'
import type { Line, LineCell } from '../rows/lines.rules.ts'
import type { StagedEdit } from './staged.rules.ts'

/** The lines of a page with the staged changes: new rows first, then the stored ones. */
export function stagedLines(
  columns: readonly Pick<GridColumn, 'name' | 'default' | 'identity' | 'generated'>[],
  stored: readonly Line[],
  edits: readonly StagedEdit[],
  unsaved: ReadonlySet<string>,
): Line[] {
  const byKey = new Map(edits.map(({ key, edit }) => [key, edit]))
  const isUnsaved = (key: string) => unsaved.has(key)
  const added = edits.flatMap(({ key, edit }): Line[] => {
    if (edit.kind !== 'insert') return []
    const set = columns.flatMap(({ name }, index) => (Object.hasOwn(edit.set, name) ? [index] : []))
    return [
      {
        key,
        row: undefined,
        cells: columns.map((column) =>
          Object.hasOwn(edit.set, column.name) ? cellOf(edit.set[column.name]!) : unsetCell(column),
        ),
        state: 'new',
        changed: new Set(set),
        isUnsaved: isUnsaved(key),
      },
    ]
  })
  const lines = stored.map((line): Line => {
    const edit = byKey.get(line.key)
    if (edit?.kind === 'delete') return { ...line, state: 'deleted', isUnsaved: isUnsaved(line.key) }
    if (edit?.kind !== 'update') return line
    const changed = columns.flatMap(({ name }, index) => {
      const value = ownValue(edit.set, name)
      return value !== undefined && (isDefaultValue(value) || value !== ownValue(edit.old, name))
        ? [index]
        : []
    })
    return {
      ...line,
      cells: line.cells.map((cell, index) =>
        changed.includes(index) ? cellOf(edit.set[columns[index]!.name]!) : cell,
      ),
      state: 'changed',
      changed: new Set(changed),
      isUnsaved: isUnsaved(line.key),
    }
  })
  return [...added, ...lines]
}

const isDefaultValue = (value: NewValue | undefined) => value !== undefined && isDefault(value)

const cellOf = (value: NewValue): LineCell => (isDefault(value) ? { default: true } : value)

const unsetCell = ({
  default: expression,
  identity,
  generated,
}: Pick<GridColumn, 'default' | 'identity' | 'generated'>): LineCell =>
  expression !== null || identity !== null || generated !== null ? { default: true } : null
