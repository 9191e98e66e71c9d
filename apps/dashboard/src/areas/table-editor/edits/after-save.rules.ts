import type { GridEditResult, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { type Edit, isDefault, type NewValue, type OldValues } from '@basalt/table-rows/edits/edit.ts'
import { ownValue } from '../../../lib/own-value.ts'
import { keyOfRow } from '../rows/lines.rules.ts'
import { type Change, type History, type StagedEdit, stagedEdits } from './staged.rules.ts'

type Saved = Extract<GridEditResult, { outcome: 'saved' }>

/**
 * The staged changes once `sent` was answered. What was saved leaves them. What was staged meanwhile for the same rows
 * stays, based on the rows as they are now, and what was taken back meanwhile is staged to be set back: what the user
 * sees does not change. All that remains is one step, because a saved row cannot be taken back here.
 */
export function afterSave(
  history: History,
  sent: readonly StagedEdit[],
  results: readonly GridEditResult[],
  { columns, identity: { kind: identity } }: Pick<GridEntity, 'columns' | 'identity'>,
): History {
  const savedBy = new Map<string, { edit: Edit; result: Saved }>()
  for (const [index, { key, edit }] of sent.entries()) {
    const result = results[index]
    if (result?.outcome === 'saved') savedBy.set(key, { edit, result })
  }
  if (savedBy.size === 0) return history
  const generated = new Set(columns.flatMap((column) => (column.generated === null ? [] : [column.name])))
  const rest = stagedEdits(history).flatMap(({ key, edit }): Change[] => {
    const saved = savedBy.get(key)
    if (!saved) return [changeOf(key, edit)]
    const { result } = saved
    if (saved.edit.kind === 'delete' && edit.kind === 'update') {
      // The deletion was taken back, which left an earlier change of the row.
      const again = reversal(key, saved.edit, result, generated)
      return again?.kind === 'new' ? [{ ...again, set: { ...again.set, ...edit.set } }] : []
    }
    const remaining = remainder(saved.edit, edit, result, { columns, identity })
    return remaining ? [remaining] : []
  })
  const staged = new Set(stagedEdits(history).map(({ key }) => key))
  const back = [...savedBy].flatMap(([key, { edit, result }]): Change[] => {
    const change = staged.has(key) ? undefined : reversal(key, edit, result, generated)
    return change ? [change] : []
  })
  const step = [...rest, ...back]
  return { done: step.length === 0 ? [] : [step], undone: [] }
}

/** Sets a row back that was saved although its change had been taken back; undefined when its values are not known. */
function reversal(
  key: string,
  sent: Edit,
  { row, before, after }: Saved,
  generated: ReadonlySet<string>,
): Change | undefined {
  if (sent.kind === 'delete') {
    const set = Object.fromEntries(Object.entries(before).filter(([name]) => !generated.has(name)))
    return Object.keys(set).length === 0 ? undefined : { kind: 'new', key: `again ${key}`, set }
  }
  if (row === null) return undefined
  if (sent.kind === 'insert')
    return { kind: 'row', key: keyOfRow(row), edit: { kind: 'delete', row, old: after } }
  const known = knownValues(sent.set, after)
  const set = Object.fromEntries(
    Object.keys(sent.set).flatMap((name) =>
      Object.hasOwn(known, name) ? [[name, ownValue(sent.old, name) ?? null]] : [],
    ),
  )
  // Columns that changed along with them do not guard it.
  const guards = Object.entries(known).filter(
    ([name]) => Object.hasOwn(sent.set, name) || Object.hasOwn(sent.old, name),
  )
  const edit = { kind: 'update', row, old: { ...sent.old, ...Object.fromEntries(guards) }, set } as const
  return { kind: 'row', key: keyOfRow(row), edit }
}

const changeOf = (key: string, edit: Edit): Change =>
  edit.kind === 'insert' ? { kind: 'new', key, set: edit.set } : { kind: 'row', key, edit }

/** What is left of a row's staged change after `sent` was saved for it; undefined when nothing is. */
function remainder(
  sent: Edit,
  now: Edit,
  { row: savedRow, after }: Saved,
  { columns, identity }: { columns: GridEntity['columns']; identity: GridEntity['identity']['kind'] },
): Change | undefined {
  const row = savedRow ?? (sent.kind === 'update' ? sent.row : undefined)
  if (sent.kind === 'delete' || row === undefined) return undefined
  const known = knownValues(sent.set, after)
  const key = keyOfRow(row)
  if (now.kind === 'delete')
    return { kind: 'row', key, edit: { kind: 'delete', row, old: { ...now.old, ...known } } }
  const set: Record<string, NewValue> = {}
  for (const [column, value] of Object.entries(now.set))
    if (!isSameValue(value, ownValue(sent.set, column))) set[column] = value
  // Taken back while it was being saved.
  for (const column of Object.keys(sent.set))
    if (!Object.hasOwn(now.set, column))
      set[column] =
        sent.kind === 'update' ? (ownValue(sent.old, column) ?? null) : unsetValue(columns, column)
  if (Object.keys(set).length === 0) return undefined
  const read: OldValues = { ...(now.kind === 'update' && now.old), ...known }
  const old = Object.fromEntries(
    Object.entries(read).filter(([column]) => identity === 'ctid' || Object.hasOwn(set, column)),
  )
  return { kind: 'row', key, edit: { kind: 'update', row, old, set } }
}

/** The values of a row that was saved, as far as they are known: what was returned, else what was sent. */
const knownValues = (set: Readonly<Record<string, NewValue>>, after: OldValues): OldValues => ({
  ...Object.fromEntries(
    Object.entries(set).flatMap(([column, value]) => (isDefault(value) ? [] : [[column, value]])),
  ),
  ...after,
})

/** What a column of a new row has that was not set. */
function unsetValue(columns: GridEntity['columns'], name: string): NewValue {
  const column = columns.find((each) => each.name === name)
  return column && (column.default !== null || column.identity !== null) ? { default: true } : null
}

const isSameValue = (one: NewValue, other: NewValue | undefined) =>
  one === other || (other !== undefined && isDefault(one) && isDefault(other))
