import { usePreference } from '../../../lib/preference.ts'
import type { Shape } from '../../../lib/shape.ts'
import type { Change, History } from './staged.rules.ts'
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

/** The staged changes of a table, which survive reloads of the page. */
export const useStoredHistory = ({ ref, id }: { readonly ref: string; readonly id: number }) =>
  usePreference<History>(`table-editor.staged.${ref}.${id}`, AHistory, noHistory)
