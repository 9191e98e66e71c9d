import type { GridEditResult, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { type Edit, isDefault, type NewValue, type OldValues } from '@basalt/table-rows/edits/edit.ts'
import { keyOfRow } from '../rows/lines.rules.ts'
import { type Change, type History, type StagedEdit, stagedEdits } from './staged.rules.ts'

type Saved = Extract<GridEditResult, { outcome: 'saved' }>

/**
 * The staged changes once `sent` was answered. What was saved leaves them. What was staged meanwhile for the same rows
 * stays, based on the rows as they are now; like everything else that remains it is one step, because a saved row cannot
 * be taken back here.
 */
export function afterSave(
  history: History,
  sent: readonly StagedEdit[],
  results: readonly GridEditResult[],
  identity: GridEntity['identity']['kind'],
): History {
  const savedBy = new Map<string, { edit: Edit; result: Saved }>()
  for (const [index, { key, edit }] of sent.entries()) {
    const result = results[index]
    if (result?.outcome === 'saved') savedBy.set(key, { edit, result })
  }
  if (savedBy.size === 0) return history
  const rest = stagedEdits(history).flatMap(({ key, edit }): Change[] => {
    const saved = savedBy.get(key)
    if (!saved) return [changeOf(key, edit)]
    const remaining = remainder(saved.edit, edit, saved.result, identity)
    return remaining ? [remaining] : []
  })
  return { done: rest.length === 0 ? [] : [rest], undone: [] }
}

const changeOf = (key: string, edit: Edit): Change =>
  edit.kind === 'insert' ? { kind: 'new', key, set: edit.set } : { kind: 'row', key, edit }

/** What is left of a row's staged change after `sent` was saved for it; undefined when nothing is. */
function remainder(
  sent: Edit,
  now: Edit,
  { row: savedRow, after }: Saved,
  identity: GridEntity['identity']['kind'],
): Change | undefined {
  const row = savedRow ?? (sent.kind === 'update' ? sent.row : undefined)
  if (sent.kind === 'delete' || row === undefined) return undefined
  const known = knownValues(sent.set, after)
  const key = keyOfRow(row)
  if (now.kind === 'delete')
    return { kind: 'row', key, edit: { kind: 'delete', row, old: { ...now.old, ...known } } }
  const set: Record<string, NewValue> = {}
  for (const [column, value] of Object.entries(now.set))
    if (!isSameValue(value, sent.set[column])) set[column] = value
  // Taken back while it was being saved.
  for (const column of Object.keys(sent.set))
    if (!Object.hasOwn(now.set, column))
      set[column] = sent.kind === 'update' ? (sent.old[column] ?? null) : { default: true }
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

const isSameValue = (one: NewValue, other: NewValue | undefined) =>
  one === other || (other !== undefined && isDefault(one) && isDefault(other))
