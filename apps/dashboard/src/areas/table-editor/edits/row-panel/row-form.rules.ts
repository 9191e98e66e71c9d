import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { isDefault, type NewValue } from '@basalt/table-rows/edits/edit.ts'
import { ownValue } from '../../../../lib/own-value.ts'
import { isCut, isDefaultCell, type Line } from '../../rows/lines.rules.ts'
import { cellChange } from '../edit-cell.rules.ts'
import type { Step } from '../staged.rules.ts'
import { valueKind, valueProblem } from '../values/value-kind.rules.ts'

/** What was entered, by column. A column that is absent was left as it is. */
export type RowDraft = Readonly<Record<string, NewValue>>

/** Must a new row have a value of the column? */
export const isRequired = ({ is_nullable, default: expression, identity, generated }: GridColumn) =>
  !is_nullable && expression === null && identity === null && generated === null

/** The columns of a form: those that a new row needs first, then the others, each in the order of the table. */
export const formSections = (columns: readonly GridColumn[]) => ({
  required: columns.filter(isRequired),
  optional: columns.filter((column) => !isRequired(column)),
})

/** The value of a field before anything is entered; undefined when only its beginning is here. */
export function fieldValue(line: Line | undefined, index: number): NewValue | undefined {
  const cell = line?.cells[index]
  if (cell === undefined || cell === null) return line === undefined ? { default: true } : null
  if (isDefaultCell(cell)) return { default: true }
  return isCut(cell) ? undefined : cell
}

/** What is wrong with a form, by column. Only what was entered is checked, and what a new row needs. */
export function formProblems(columns: readonly GridColumn[], line: Line | undefined, draft: RowDraft) {
  const isNew = line === undefined || line.state === 'new'
  return Object.fromEntries(
    columns.flatMap((column, index) => {
      const entered = ownValue(draft, column.name)
      const value = entered ?? (entered === undefined ? fieldValue(line, index) : null)
      const problem = problemOf(column, value, { isEntered: entered !== undefined, isNew })
      return problem === undefined ? [] : [[column.name, problem] as const]
    }),
  )
}

function problemOf(
  column: GridColumn,
  value: NewValue | undefined,
  { isEntered, isNew }: { isEntered: boolean; isNew: boolean },
): string | undefined {
  const isMissing = value === null || (value !== undefined && isDefault(value) && column.default === null)
  if (isMissing && (isNew ? isRequired(column) : isEntered && !column.is_nullable && value === null))
    return 'Assign a value for this field'
  if (!isEntered || typeof value !== 'string') return undefined
  // Other texts may be read in ways that only the database knows.
  return ['json', 'enum', 'number', 'uuid'].includes(valueKind(column))
    ? valueProblem(column, value)
    : undefined
}

/**
 * The changes of a form as one step. A field that has its value already is no change. `whole` are stored values of which
 * the page has only the beginning.
 */
export function formStep(
  entity: Pick<GridEntity, 'columns' | 'identity'>,
  displayed: Line | undefined,
  stored: Line | undefined,
  draft: RowDraft,
  whole: Readonly<Record<string, string | null>>,
  newKey: () => string,
): Step {
  if (!stored || !displayed)
    return [
      {
        kind: 'new',
        key: newKey(),
        set: Object.fromEntries(Object.entries(draft).filter(([, value]) => !isDefault(value))),
      },
    ]
  return entity.columns.flatMap((column, index) => {
    const value = ownValue(draft, column.name)
    if (value === undefined) return []
    const shown = fieldValue(displayed, index)
    const before = shown === undefined ? ownValue(whole, column.name) : shown
    if (before === value || (before != null && isDefault(value) && isDefault(before))) return []
    return [cellChange(entity, stored, column.name, value, ownValue(whole, column.name))]
  })
}
