import {
  isPreferenceStored,
  readPreference,
  usePreference,
  writePreference,
} from '../../../lib/preference.ts'
import { orNull, type Shape } from '../../../lib/shape.ts'
import type { Change, History, StagedEdit } from './staged.rules.ts'
import { noHistory } from './staged.rules.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const isOld = (value: unknown) => value === null || isText(value)
const isNew = (value: unknown) => isOld(value) || (isObject(value) && value.default === true)
const all = (value: unknown, test: (each: unknown) => boolean) =>
  isObject(value) && Object.values(value).every(test)

const isRowEdit = (edit: unknown) =>
  isObject(edit) &&
  Array.isArray(edit.row) &&
  edit.row.every(isText) &&
  all(edit.old, isOld) &&
  (edit.kind === 'delete' || (edit.kind === 'update' && all(edit.set, isNew)))

const isChange = (change: unknown): change is Change =>
  isObject(change) &&
  isText(change.key) &&
  (change.kind === 'forget' ||
    (change.kind === 'new' && all(change.set, isNew)) ||
    (change.kind === 'row' && isRowEdit(change.edit)))

const areSteps = (steps: unknown) =>
  Array.isArray(steps) && steps.every((step) => Array.isArray(step) && step.every(isChange))

export const AHistory: Shape<History> = {
  safeParse: (value) =>
    isObject(value) && areSteps(value.done) && areSteps(value.undone)
      ? { success: true, data: value as unknown as History }
      : { success: false },
}

interface Table {
  readonly ref: string
  readonly id: number
}

const historyKey = ({ ref, id }: Table) => `table-editor.staged.${ref}.${id}`

/** The staged changes of a table, which survive reloads of the page. */
export const useStoredHistory = (table: Table) =>
  usePreference<History>(historyKey(table), AHistory, noHistory)

/** Changes what is staged now, which may be more than was rendered last. */
export const changeStoredHistory = (table: Table, change: (history: History) => History) =>
  writePreference(historyKey(table), change(readPreference(historyKey(table), AHistory, noHistory)))

const savingKey = ({ ref, id }: Table) => `table-editor.saving.${ref}.${id}`

/** False while the browser could not store what is staged or being saved, because it is too large. */
export const survivesReload = (table: Table) =>
  isPreferenceStored(historyKey(table)) && isPreferenceStored(savingKey(table))

/** A save whose answer has not arrived. It is stored before it is sent, so that it can be sent again as it was. */
export interface PendingSave {
  /** By which the server recognizes that it is sent again. */
  readonly id: string
  /** An undo takes back a save; its edits are not staged. */
  readonly purpose: 'save' | 'undo' | 'redo'
  readonly edits: readonly StagedEdit[]
}

const isStagedEdit = (staged: unknown): staged is StagedEdit =>
  isObject(staged) &&
  isText(staged.key) &&
  (isRowEdit(staged.edit) ||
    (isObject(staged.edit) && staged.edit.kind === 'insert' && all(staged.edit.set, isNew)))

const APendingSave: Shape<PendingSave> = {
  safeParse: (value) =>
    isObject(value) &&
    isText(value.id) &&
    ['save', 'undo', 'redo'].includes(value.purpose as string) &&
    Array.isArray(value.edits) &&
    value.edits.every(isStagedEdit)
      ? { success: true, data: value as unknown as PendingSave }
      : { success: false },
}

const MaybePendingSave = orNull(APendingSave)

export const usePendingSave = (table: Table) =>
  usePreference<PendingSave | null>(savingKey(table), MaybePendingSave, null)
