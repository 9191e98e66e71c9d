import type { RowChange, RowConflict, RowKey, RowValues } from './row-changes.ts'

/** Whose row a conflict keeps; `renumber` keeps both, with a new key for the row of the branch. */
export type RowDecision = 'branch' | 'target' | 'renumber'

/** A decision, and the `state` of the conflict that whoever decided has seen. */
export interface DecidedRow {
  readonly decision: RowDecision
  readonly state: string
}

/** What was decided of a conflict as it is now; undefined when nothing was, or when either side has another row since. */
export const decisionOf = (
  { conflict, state }: Pick<RowChange, 'conflict' | 'state'>,
  decided: DecidedRow | undefined,
): RowDecision | undefined => (conflict && decided?.state === state ? decided?.decision : undefined)

export const decisionsFor = (conflict: RowConflict, canRenumber: boolean): readonly RowDecision[] =>
  conflict === 'both_inserted' && canRenumber ? ['renumber', 'target', 'branch'] : ['target', 'branch']

/** What a merge does with the rows of one table. */
export interface RowWork {
  /** Rows of the branch that replace those with the same key, or are added. */
  readonly put: readonly { readonly key: RowKey; readonly values: RowValues }[]
  /** Rows that are removed. */
  readonly remove: readonly RowKey[]
  /** Rows of the branch that get a new key. */
  readonly renumber: readonly { readonly key: RowKey; readonly values: RowValues }[]
  /** Conflicts that nobody has decided. */
  readonly undecided: readonly RowKey[]
}

/** What is to be done after the conflicts were decided. Decisions of rows that are no conflict, or other rows by now, are ignored. */
export function rowWork(changes: readonly RowChange[], decisions: ReadonlyMap<RowKey, DecidedRow>): RowWork {
  const put: { key: RowKey; values: RowValues }[] = []
  const remove: RowKey[] = []
  const renumber: { key: RowKey; values: RowValues }[] = []
  const undecided: RowKey[] = []
  for (const change of changes) {
    const { key, branch, conflict } = change
    const decision = conflict ? decisionOf(change, decisions.get(key)) : 'branch'
    if (decision === undefined) undecided.push(key)
    else if (decision === 'target') continue
    else if (branch === undefined) remove.push(key)
    else if (decision === 'renumber' && conflict === 'both_inserted') renumber.push({ key, values: branch })
    else put.push({ key, values: branch })
  }
  return { put, remove, renumber, undecided }
}
