import { type Edit, mergeEdits, type NewValue, type RowEdit } from '@basalt/table-rows/edits/edit.ts'

/** One staged change. `key` is that of the row's line, from what identified it when it was read. */
export type Change =
  | { readonly kind: 'row'; readonly key: string; readonly edit: RowEdit }
  /** Sets values of a row that does not exist yet; the first one adds the row. */
  | { readonly kind: 'new'; readonly key: string; readonly set: Readonly<Record<string, NewValue>> }
  /** Takes back all earlier changes of a row. */
  | { readonly kind: 'forget'; readonly key: string }

/** Changes that are undone and redone together. */
export type Step = readonly Change[]

export interface History {
  readonly done: readonly Step[]
  /** The step that was undone last comes last. */
  readonly undone: readonly Step[]
}

export const noHistory: History = { done: [], undone: [] }

export const staged = (history: History, step: Step): History =>
  step.length === 0 ? history : { done: [...history.done, step], undone: [] }

export function undone({ done, undone }: History): History {
  const step = done.at(-1)
  return step ? { done: done.slice(0, -1), undone: [...undone, step] } : { done, undone }
}

export function redone({ done, undone }: History): History {
  const step = undone.at(-1)
  return step ? { done: [...done, step], undone: undone.slice(0, -1) } : { done, undone }
}

/** What would be saved: one edit for each row, in the order in which the rows were first changed. */
export interface StagedEdit {
  readonly key: string
  readonly edit: Edit
}

export function stagedEdits({ done }: History): StagedEdit[] {
  const byKey = new Map<string, Edit[]>()
  for (const change of done.flat()) {
    const { key, kind } = change
    const edits = byKey.get(key) ?? []
    if (kind === 'forget') byKey.delete(key)
    else if (kind === 'row') byKey.set(key, [...edits, change.edit])
    else {
      const [before] = edits
      const set = { ...(before?.kind === 'insert' && before.set), ...change.set }
      byKey.set(key, [{ kind: 'insert', set }])
    }
  }
  return [...byKey].flatMap(([key, edits]) => mergeEdits(edits).map((edit) => ({ key, edit })))
}

/** The history once some rows are saved: what remains is one step, because a saved row cannot be taken back here. */
export function withoutRows(history: History, saved: ReadonlySet<string>): History {
  const rest = stagedEdits(history).filter(({ key }) => !saved.has(key))
  return rest.length === 0 ? noHistory : { done: [rest.map(changeOf)], undone: [] }
}

const changeOf = ({ key, edit }: StagedEdit): Change =>
  edit.kind === 'insert' ? { kind: 'new', key, set: edit.set } : { kind: 'row', key, edit }

/** Takes back all changes; itself a step, so that it can be undone. */
export const discarded = (history: History): History =>
  staged(
    history,
    stagedEdits(history).map(({ key }) => ({ kind: 'forget', key })),
  )
