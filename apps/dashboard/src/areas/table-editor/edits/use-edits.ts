import type { GridEditResult, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { useEffect, useMemo, useRef } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { aFlag } from '../../../lib/shape.ts'
import type { TableKey } from '../rows/rows.queries.ts'
import {
  discarded,
  type History,
  redone,
  type StagedEdit,
  type Step,
  staged,
  stagedEdits,
  undone,
} from './staged.rules.ts'
import { changeStoredHistory, survivesReload, useStoredHistory } from './stored-history.ts'
import { useSaves } from './use-saves.ts'

/** A change that the last save left out, and why. */
export interface Problem extends StagedEdit {
  readonly result: Exclude<GridEditResult, { outcome: 'saved' }>
}

export type EditsOfTable = ReturnType<typeof useEdits>

const NO_EDITS: readonly StagedEdit[] = []

/**
 * The staged changes of a table: made, undone, redone, and saved in one transaction, by a button or at once. While rows
 * come from a replica there are none: what is staged waits until they come from the primary again.
 */
export function useEdits(
  table: TableKey,
  entity: Pick<GridEntity, 'columns' | 'identity'>,
  /** What the server said about changes, before the rows are loaded again. */
  onSaved: (edits: readonly StagedEdit[], results: readonly GridEditResult[]) => void = () => undefined,
) {
  const [history] = useStoredHistory(table)
  const all = useMemo(() => stagedEdits(history), [history])
  const isReplica = table.database !== undefined
  const edits = isReplica ? NO_EDITS : all
  const saves = useSaves(table, entity, onSaved)
  const { isSaving, unanswered, error, results } = saves
  const [savesAtOnce, setSavesAtOnce] = usePreference('table-editor.save-at-once', aFlag, false)

  const change = (next: (history: History) => History) => {
    saves.clearError()
    changeStoredHistory(table, next)
  }
  const actions = {
    stage: (step: Step) => change((known) => staged(known, step)),
    undo: () => change(undone),
    redo: () => change(redone),
    discard: () => {
      saves.forgetUnanswered()
      change(discarded)
    },
    save: () => saves.save(edits),
  }

  // At once: each change is sent when it is made, and what was refused waits until it is changed.
  const tried = useRef<ReadonlySet<string>>(new Set())
  const latest = useRef({ edits, save: saves.save })
  latest.current = { edits, save: saves.save }
  useEffect(() => {
    if (isReplica || !savesAtOnce || isSaving || unanswered) return
    const fresh = edits.filter((edit) => !tried.current.has(JSON.stringify(edit)))
    tried.current = new Set(edits.map((edit) => JSON.stringify(edit)))
    if (fresh.length > 0) latest.current.save(fresh)
  }, [isReplica, savesAtOnce, isSaving, unanswered, edits])

  const shortcuts = useRef(actions)
  shortcuts.current = actions
  useEffect(() => {
    if (isReplica) return
    const press = (event: KeyboardEvent) => {
      const isMod = (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isMod || event.defaultPrevented || isElsewhere(event.target)) return
      const key = event.key.toLowerCase()
      const { undo, redo, save } = shortcuts.current
      if (key === 'z') (event.shiftKey ? redo : undo)()
      else if (key === 's' && !event.shiftKey) save()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isReplica])

  const isKept = survivesReload(table)
  useEffect(() => {
    if (isKept) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isKept])

  const problems = useMemo(
    () =>
      edits.flatMap(({ key, edit }): Problem[] => {
        const result = results.get(key)
        return result ? [{ key, edit, result }] : []
      }),
    [edits, results],
  )
  return {
    ...actions,
    edits,
    /** How many are staged and wait for the primary. */
    waiting: all.length - edits.length,
    problems,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    isSaving,
    unanswered,
    error,
    /** False when the changes are too large to be there after a reload. */
    isKept,
    savesAtOnce,
    setSavesAtOnce,
  }
}

/** Texts have undo of their own, and layers are about something else. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]), textarea, [contenteditable=true], [role=dialog], [role=menu]',
  ) !== null
