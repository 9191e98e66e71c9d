import type { GridColumn, GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import type { Edit } from '@basalt/table-rows/edits/edit.ts'
import type { EditResult } from '@basalt/table-rows/edits/save.ts'
import { undoEdits } from '@basalt/table-rows/edits/undo.ts'

/** A failure of a call, as far as it says whether anything was saved. */
interface Failure {
  /** 0 without an answer. */
  readonly status: number
  readonly code: string
}

/** Answers after which a save that was sent for the first time is known to have changed nothing. */
const REFUSED = new Set(['validation_failed', 'sql_failed', 'not_found', 'too_large'])
/** The gate let the call through to nothing. An earlier attempt may have been let through. */
const NOT_LET_IN = new Set(['unauthenticated', 'forbidden', 'rate_limited'])

/**
 * Does a failed save leave open whether it was committed? `isRepeated` when an earlier attempt already did. The server
 * looks for the earlier attempt before it runs or refuses a repeated save.
 */
export const isOutcomeUnknown = (failure: Failure | undefined, isRepeated: boolean): boolean =>
  failure === undefined || !(REFUSED.has(failure.code) || (!isRepeated && NOT_LET_IN.has(failure.code)))

/** The edits that take back what was saved; undefined when there are none, or when a value is too large to be put back. */
export function takingBack(
  edits: readonly Edit[],
  results: readonly GridEditResult[],
  columns: readonly Pick<GridColumn, 'name' | 'generated'>[],
): Edit[] | undefined {
  const generated = columns.filter((column) => column.generated !== null).map(({ name }) => name)
  const known = results.map((result): EditResult => {
    if (result.outcome !== 'saved') return { outcome: 'held' }
    const { outcome, row, before, after, is_undoable } = result
    return { outcome, row, before, after, isUndoable: is_undoable }
  })
  const undone = undoEdits(edits, known, generated)
  return undone && undone.length > 0 ? undone : undefined
}

/** What a save did, in words. */
export function outcomeText(
  purpose: 'save' | 'undo' | 'redo',
  results: readonly GridEditResult[],
): { title: string; description?: string; isWhole: boolean } {
  const count = (outcome: GridEditResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  const saved = count('saved')
  const refused = results.find((result) => result.outcome === 'refused')
  const changed = count('conflict')
  const gone = count('gone')
  const title = saved === 0 ? `Nothing was ${PAST[purpose]}` : `${DONE[purpose]} ${changes(saved)}`
  const reasons = [
    refused && refused.outcome === 'refused' ? refused.reason : undefined,
    changed > 0
      ? `${rows(changed)} changed by someone else since, and ${changed === 1 ? 'stays as it is' : 'stay as they are'}.`
      : undefined,
    gone > 0 ? `${rows(gone)} deleted by someone else since.` : undefined,
    saved === 0 && changed + gone === 0 && !refused ? 'Save again.' : undefined,
  ].filter((reason) => reason !== undefined)
  return {
    title,
    isWhole: saved === results.length,
    ...(reasons.length > 0 && { description: reasons.join(' ') }),
  }
}

const PAST = { save: 'saved', undo: 'undone', redo: 'redone' } as const
const DONE = { save: 'Saved', undo: 'Undid', redo: 'Redid' } as const

const changes = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en')} changes`)
const rows = (count: number) => (count === 1 ? '1 row was' : `${count.toLocaleString('en')} rows were`)
