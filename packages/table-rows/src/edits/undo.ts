import type { Edit, OldValues } from './edit.ts'
import type { EditResult } from './save.ts'

/**
 * The edits that take back what was saved, guarded by the values that were saved: a row that somebody has changed since
 * is a conflict. Skips edits that were not saved. Returns undefined when a value was too large to be returned.
 *
 * `generated` are columns that cannot be put back: their values follow from others. The columns that an update did not
 * change do not guard its undo.
 */
export function undoEdits(
  edits: readonly Edit[],
  results: readonly EditResult[],
  generated: readonly string[],
): Edit[] | undefined {
  const undone: Edit[] = []
  for (const [index, result] of results.entries()) {
    if (result.outcome !== 'saved') continue
    if (!result.isUndoable) return undefined
    const { row, before, after } = result
    const edit = edits[index]!
    if (edit.kind === 'delete') {
      const set = Object.entries(before).filter(([name]) => !generated.includes(name))
      undone.push({ kind: 'insert', set: Object.fromEntries(set) })
    } else if (row) {
      undone.push(
        edit.kind === 'insert'
          ? { kind: 'delete', row, old: after }
          : { kind: 'update', row, old: only(after, Object.keys(before)), set: before },
      )
    }
  }
  return undone.reverse()
}

const only = (values: OldValues, names: readonly string[]): OldValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
