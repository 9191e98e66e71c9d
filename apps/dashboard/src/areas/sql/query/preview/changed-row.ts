/** One value of a row before and after; undefined where the row was not, or is no more. */
export interface ChangedValue {
  readonly column: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface ChangedRow {
  readonly kind: 'inserted' | 'updated' | 'deleted' | 'unchanged'
  /** All values of a row that came or went, the changed ones of a row that stays. */
  readonly values: readonly ChangedValue[]
  /** What else tells which row it is: the values that stay, of the first columns. */
  readonly identity: readonly { readonly column: string; readonly value: string }[]
}

const IDENTITY_COLUMNS = 2

/** Reads a row of a preview: two objects as JSON, either of which may be missing. */
export function changedRow(
  oldText: string | null | undefined,
  newText: string | null | undefined,
): ChangedRow {
  const before = rowOf(oldText)
  const after = rowOf(newText)
  if (!before || !after) {
    const only = before ?? after ?? {}
    const values = Object.entries(only).map(([column, value]) => ({
      column,
      before: before && shown(value),
      after: after && shown(value),
    }))
    return { kind: before ? 'deleted' : 'inserted', values, identity: [] }
  }
  const entries = Object.entries(after).map(([column, value]) => ({
    column,
    before: shown(before[column]),
    after: shown(value),
  }))
  const values = entries.filter((value) => value.before !== value.after)
  const identity = entries
    .filter((value) => value.before === value.after)
    .slice(0, IDENTITY_COLUMNS)
    .map(({ column, after: value }) => ({ column, value }))
  return { kind: values.length === 0 ? 'unchanged' : 'updated', values, identity }
}

/** A row of nothing but NULL is how a row that is not there may be told. */
function rowOf(text: string | null | undefined): Record<string, unknown> | undefined {
  if (text === null || text === undefined) return undefined
  const row = JSON.parse(text) as Record<string, unknown>
  return Object.values(row).some((value) => value !== null) ? row : undefined
}

const shown = (value: unknown) => (value === null || value === undefined ? 'NULL' : JSON.stringify(value))
