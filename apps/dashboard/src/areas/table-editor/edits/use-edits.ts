import type { GridEditResult } from '@basalt/contract/table-editor/grid.schema.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import { rowQueries, type TableKey } from '../rows/rows.queries.ts'
import { saveStaged } from './edits.queries.ts'
import {
  discarded,
  type History,
  redone,
  type StagedEdit,
  type Step,
  staged,
  stagedEdits,
  undone,
  withoutRows,
} from './staged.rules.ts'
import { useStoredHistory } from './stored-history.ts'

/** A change that the last save left out, and why. */
export interface Problem extends StagedEdit {
  readonly result: Exclude<GridEditResult, { outcome: 'saved' }>
}

export type EditsOfTable = ReturnType<typeof useEdits>

/** The staged changes of a table: made, undone, redone, and saved in one transaction. */
export function useEdits(table: TableKey) {
  const client = useQueryClient()
  const [history, setHistory] = useStoredHistory(table)
  const latest = useRef(history)
  latest.current = history
  const edits = useMemo(() => stagedEdits(history), [history])
  const [results, setResults] = useState<ReadonlyMap<string, Problem['result']>>(new Map())
  const save = useMutation(saveStaged(table))
  const { isPending: isSaving, error } = save

  const change = (next: (history: History) => History) => {
    // What is being saved must not change meanwhile.
    if (isSaving) return
    save.reset()
    latest.current = next(latest.current)
    setHistory(latest.current)
  }
  const store = () => {
    if (isSaving || edits.length === 0) return
    save.mutate(edits, {
      onSuccess: ({ results }) => {
        const isSaved = (index: number) => results[index]?.outcome === 'saved'
        const saved = new Set(edits.flatMap(({ key }, index) => (isSaved(index) ? [key] : [])))
        const left = edits.flatMap(({ key }, index) => {
          const result = results[index]
          return result && result.outcome !== 'saved' ? [[key, result] as const] : []
        })
        setResults(new Map(left))
        setHistory(withoutRows(latest.current, saved))
        if (saved.size > 0) {
          client.removeQueries({ queryKey: [...rowQueries.counts(table), 'exact'] })
          void client.invalidateQueries({ queryKey: rowQueries.of(table) })
          toast({
            tone: 'success',
            title: saved.size === 1 ? 'Saved 1 change' : `Saved ${saved.size} changes`,
          })
        }
      },
    })
  }
  const actions = {
    stage: (step: Step) => change((known) => staged(known, step)),
    undo: () => change(undone),
    redo: () => change(redone),
    discard: () => change(discarded),
    save: store,
  }
  const shortcuts = useRef(actions)
  shortcuts.current = actions
  useEffect(() => {
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
  }, [])

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
    problems,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    isSaving,
    error,
  }
}

/** Texts have undo of their own, and layers are about something else. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]), textarea, [contenteditable=true], [role=dialog], [role=menu]',
  ) !== null
