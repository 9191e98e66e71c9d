/** A value that a user set: its text, NULL, or the column's default. */
export type NewValue = string | null | { readonly default: true }

/** The values of a row as they were read, by column. A cell that was cut is left out. */
export type OldValues = Readonly<Record<string, string | null>>

/**
 * A staged change of one row. `row` is the row's identity as it was read. `old` guards the change: when any of these
 * values is another by now, the row is left alone and reported as a conflict. It must have the changed columns of an
 * update; of a row without a key, every column that fits.
 */
export type Edit =
  | {
      readonly kind: 'update'
      readonly row: readonly string[]
      readonly old: OldValues
      readonly set: Readonly<Record<string, NewValue>>
    }
  /** Columns that are left out get their default. */
  | { readonly kind: 'insert'; readonly set: Readonly<Record<string, NewValue>> }
  | { readonly kind: 'delete'; readonly row: readonly string[]; readonly old: OldValues }

export type RowEdit = Exclude<Edit, { kind: 'insert' }>

export const isDefault = (value: NewValue): value is { readonly default: true } =>
  typeof value === 'object' && value !== null

export const EDITS_MAX = 10_000

/**
 * One change for each row: a later update of a row joins the first, whose old values are the ones that were read; a
 * deletion replaces the updates before it. An update that changes nothing falls away. The order of rows stays.
 */
export function mergeEdits(edits: readonly Edit[]): Edit[] {
  const byRow = new Map<string, number>()
  const merged: (Edit | undefined)[] = []
  for (const edit of edits) {
    const row = edit.kind === 'insert' ? undefined : JSON.stringify(edit.row)
    const place = row === undefined ? undefined : byRow.get(row)
    const before = place === undefined ? undefined : merged[place]
    if (edit.kind === 'insert' || before === undefined || before.kind === 'insert') {
      if (row !== undefined) byRow.set(row, merged.length)
      merged.push(edit)
    } else if (before.kind === 'update') {
      const old = { ...edit.old, ...before.old }
      merged[place!] =
        edit.kind === 'delete' ? { ...edit, old } : { ...edit, old, set: { ...before.set, ...edit.set } }
    }
  }
  return merged.filter((edit) => edit !== undefined && !isIdle(edit)) as Edit[]
}

const isIdle = (edit: Edit) =>
  edit.kind === 'update' &&
  Object.entries(edit.set).every(
    ([column, value]) => !isDefault(value) && Object.hasOwn(edit.old, column) && edit.old[column] === value,
  )
