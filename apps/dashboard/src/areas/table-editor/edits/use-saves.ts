import type { GridEditResult, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { newId } from '../../../lib/new-id.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { keyOfRow } from '../rows/lines.rules.ts'
import { rowQueries, type TableKey } from '../rows/rows.queries.ts'
import { afterSave } from './after-save.rules.ts'
import { savePending } from './edits.queries.ts'
import { isOutcomeUnknown, outcomeText, takingBack } from './save-outcome.rules.ts'
import type { StagedEdit } from './staged.rules.ts'
import { changeStoredHistory, type PendingSave, usePendingSave } from './stored-history.ts'

/** How long a save can be taken back from its toast, in milliseconds. */
const UNDO_OFFERED_MS = 20_000

/** One toast, because only the latest save is taken back. */
const SAVED_TOAST = 'table-saved'

/** A result of the last save that left its edit staged, by the key of the edit. */
export type LeftResults = ReadonlyMap<string, Exclude<GridEditResult, { outcome: 'saved' }>>

/** Saves of a table's staged changes, one at a time. */
export function useSaves(
  table: TableKey,
  entity: Pick<GridEntity, 'columns' | 'identity'>,
  /** Before the rows are loaded again. */
  onSaved: (edits: readonly StagedEdit[], results: readonly GridEditResult[]) => void,
) {
  const client = useQueryClient()
  const [pending, setPending] = usePendingSave(table)
  const [results, setResults] = useState<LeftResults>(new Map())
  const options = savePending(table)
  // Known before the mutation's own state, which is told a moment later.
  const sentId = useRef<string>(undefined)
  const isSaving = useIsMutating({ mutationKey: options.mutationKey }) > 0
  /** Ids of saves that were sent before. A save of an earlier visit counts, whatever became of it. */
  const repeated = useRef(new Set(pending ? [pending.id] : []))
  const mutation = useMutation({
    ...options,
    // Also when another table is open by then.
    onSuccess: ({ results }, attempt) => {
      setPending(null)
      onSaved(attempt.edits, results)
      if (attempt.purpose === 'save') {
        setResults(leftResults(attempt.edits, results))
        changeStoredHistory(table, (history) => afterSave(history, attempt.edits, results, entity))
      }
      if (results.some(({ outcome }) => outcome === 'saved')) {
        client.removeQueries({ queryKey: [...rowQueries.counts(table), 'exact'] })
        void client.invalidateQueries({ queryKey: rowQueries.of(table) })
      }
      tell(attempt, results)
    },
    onError: (error, attempt) => {
      const failure = error instanceof ApiError ? error : undefined
      if (!isOutcomeUnknown(failure, repeated.current.has(attempt.id))) setPending(null)
      repeated.current.add(attempt.id)
    },
    onSettled: () => {
      sentId.current = undefined
    },
  })

  /** False while another save has no answer: its id must not be forgotten. */
  const send = (attempt: PendingSave): boolean => {
    if (isSaving || (pending && pending.id !== attempt.id)) return false
    // Before it is sent, so that a page that is closed meanwhile knows that the outcome is open.
    sentId.current = attempt.id
    setPending(attempt)
    mutation.mutate(attempt)
    return true
  }
  // A toast outlives the render that made it.
  const latest = useRef(send)
  latest.current = send
  const takeBack = (edits: PendingSave['edits'], purpose: 'undo' | 'redo') => {
    if (latest.current({ id: newId(), purpose, edits })) return
    toast({
      id: SAVED_TOAST,
      tone: 'warning',
      title: 'Another save has no answer yet',
      description: 'Save again first, to find out what is saved.',
      ...takenBackBy(edits, purpose),
    })
  }
  const takenBackBy = (edits: PendingSave['edits'], purpose: 'undo' | 'redo') => ({
    durationMs: UNDO_OFFERED_MS,
    action: { label: purpose === 'undo' ? 'Undo' : 'Redo', onClick: () => takeBack(edits, purpose) },
  })

  /** The toast of a save offers to take it back, which is a save like any other. */
  const tell = ({ edits, purpose }: PendingSave, results: readonly GridEditResult[]) => {
    const { title, description, isWhole } = outcomeText(purpose, results)
    const saved = results.filter(({ outcome }) => outcome === 'saved').length
    // The problems are listed above the bar.
    if (saved === 0 && purpose === 'save') return
    const back = takingBack(
      edits.map(({ edit }) => edit),
      results,
      entity.columns,
    )
    const isTooLarge =
      !back &&
      results.some((result) => result.outcome === 'saved' && !result.is_undoable && hasValues(result))
    const next = purpose === 'undo' ? 'redo' : 'undo'
    toast({
      id: SAVED_TOAST,
      tone: isWhole ? 'success' : 'warning',
      title,
      ...(isTooLarge && {
        description: 'It cannot be undone here, because a value is too large to be kept.',
      }),
      ...(description !== undefined && purpose !== 'save' && { description }),
      ...(back && takenBackBy(back.map(keyed), next)),
    })
  }

  return {
    isSaving,
    /** Sent, but without an answer: it may have been saved. */
    unanswered: isSaving || pending?.id === sentId.current ? null : pending,
    error: mutation.error,
    results,
    /** Sends the save whose answer is missing once more, or else these changes. */
    save: (edits: readonly StagedEdit[]) => {
      if (pending && !isSaving) send(pending)
      else if (edits.length > 0) send({ id: newId(), purpose: 'save', edits })
    },
    /** The caller knows what happened to the save whose answer is missing. */
    forgetUnanswered: () => setPending(null),
    clearError: () => {
      if (!isSaving) mutation.reset()
    },
  }
}

/** A save that was found again comes without values. */
const hasValues = ({ before, after }: Extract<GridEditResult, { outcome: 'saved' }>) =>
  Object.keys(before).length + Object.keys(after).length > 0

const keyed = (edit: StagedEdit['edit'], index: number): StagedEdit => ({
  key: edit.kind === 'insert' ? `new ${index}` : keyOfRow(edit.row),
  edit,
})

const leftResults = (edits: readonly StagedEdit[], results: readonly GridEditResult[]): LeftResults =>
  new Map(
    edits.flatMap(({ key }, index) => {
      const result = results[index]
      return result && result.outcome !== 'saved' ? [[key, result] as const] : []
    }),
  )
