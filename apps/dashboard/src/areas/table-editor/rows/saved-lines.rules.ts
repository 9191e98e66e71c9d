import type { GridColumn, GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { ownValue } from '../../../lib/own-value.ts'
import type { StagedEdit } from '../edits/staged.rules.ts'
import { keyOfRow, type Line, type LineCell } from './lines.rules.ts'

/** What a save made of a line, whose key is the one it had before. */
export interface SavedLine {
  readonly key: string
  /** As it is stored now; undefined after a deletion. */
  readonly line: Line | undefined
}

const NO_CHANGES: ReadonlySet<number> = new Set()

/**
 * The lines that a save has changed, as far as its answer tells, for the time until they are read again. `lineOf` finds
 * a loaded line by its key. Values that are too long for the answer stay as they were.
 */
export function savedLines(
  columns: readonly Pick<GridColumn, 'name'>[],
  lineOf: (key: string) => Line | undefined,
  edits: readonly StagedEdit[],
  results: readonly GridEditResult[],
): SavedLine[] {
  return edits.flatMap(({ key, edit }, index): SavedLine[] => {
    const result = results[index]
    if (result?.outcome !== 'saved') return []
    const { row, after } = result
    if (edit.kind === 'delete' || row === null) return [{ key, line: undefined }]
    const known = lineOf(key)
    // A row that is not loaded, or one that only its place identifies.
    if ((!known && edit.kind === 'update') || row.length === 0) return []
    const nowKey = keyOfRow(row)
    // Read again before the answer was here.
    if (nowKey !== key && lineOf(nowKey)) return []
    const cells = columns.map(({ name }, at): LineCell => {
      const value = ownValue(after, name)
      return value === undefined ? (known?.cells[at] ?? null) : value
    })
    return [
      {
        key,
        line: { key: nowKey, row, cells, state: 'stored', changed: NO_CHANGES, isUnsaved: false },
      },
    ]
  })
}
