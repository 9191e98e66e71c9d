/** One value of a row before and after; undefined where the row does not exist. */
export interface ChangedValue {
  readonly column: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface ChangedRow {
  readonly kind: 'inserted' | 'updated' | 'deleted' | 'unchanged'
  /** All values of an inserted or deleted row, the changed values of an updated one. */
  readonly values: readonly ChangedValue[]
  /** Unchanged values of the first columns, to recognize the row. */
  readonly identity: readonly { readonly column: string; readonly value: string }[]
}

const IDENTITY_COLUMNS = 2

/** Parses a row of a preview: two JSON objects, either of which may be missing. */
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
      before: before && formatValue(value),
      after: after && formatValue(value),
    }))
    return { kind: before ? 'deleted' : 'inserted', values, identity: [] }
  }
  const entries = Object.entries(after).map(([column, value]) => ({
    column,
    before: formatValue(before[column]),
    after: formatValue(value),
  }))
  const values = entries.filter((value) => value.before !== value.after)
  const identity = entries
    .filter((value) => value.before === value.after)
    .slice(0, IDENTITY_COLUMNS)
    .map(({ column, after: value }) => ({ column, value }))
  return { kind: values.length === 0 ? 'unchanged' : 'updated', values, identity }
}

/** A missing row may arrive as a row of NULLs. */
function rowOf(text: string | null | undefined): Record<string, unknown> | undefined {
  if (text === null || text === undefined) return undefined
  const row = JSON.parse(text) as Record<string, unknown>
  return Object.values(row).some((value) => value !== null) ? row : undefined
}

const formatValue = (value: unknown) =>
  value === null || value === undefined ? 'NULL' : JSON.stringify(value)
