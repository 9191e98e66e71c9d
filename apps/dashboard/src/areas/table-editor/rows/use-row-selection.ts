import { useEffect, useMemo, useState } from 'react'
import type { StagedEdit } from '../edits/staged.rules.ts'
import type { Line } from './lines.rules.ts'
import type { LoadedRows } from './row-loader.ts'
import { selectionOf } from './row-places.ts'
import type { TableKey } from './rows.queries.ts'

export type RowSelection = ReturnType<typeof useRowSelection>

/** The selected rows of a table: single ones, or all that match its filter. */
export function useRowSelection({
  table,
  filter,
  stored,
  lines,
  edits,
  content,
}: {
  table: TableKey
  filter: readonly string[]
  /** As they were read. */
  stored: readonly Line[]
  /** With staged changes. */
  lines: readonly Line[]
  edits: readonly StagedEdit[]
  content: LoadedRows
}) {
  // Selected rows may be far away by now, so their values are kept.
  const kept = useMemo(() => selectionOf(table), [table])
  const [chosen, setChosen] = useState<ReadonlyMap<string, Line>>(kept.chosen)
  useEffect(() => {
    kept.chosen = chosen
  }, [kept, chosen])
  /** The filter whose rows are all selected, also those that are not loaded; undefined when single rows are. */
  const [allOf, setAllOf] = useState<string>()
  const isAll = allOf === JSON.stringify(filter)
  const keys = useMemo(
    () => new Set(isAll ? lines.map(({ key }) => key) : chosen.keys()),
    [isAll, lines, chosen],
  )
  const storedByKey = useMemo(() => new Map(stored.map((line) => [line.key, line])), [stored])
  /** As it was read, without staged values. */
  const storedLine = (line: Line) => storedByKey.get(line.key) ?? chosen.get(line.key) ?? line
  const choose = (keys: ReadonlySet<string>) => {
    setAllOf(undefined)
    setChosen(
      new Map(
        lines
          .flatMap((line) => (keys.has(line.key) ? [[line.key, storedLine(line)] as const] : []))
          .concat([...chosen].filter(([key]) => keys.has(key))),
      ),
    )
  }
  const hasMore =
    (content.hasBefore || content.hasAfter) &&
    chosen.size > 0 &&
    lines.every(({ key, state }) => state === 'gap' || chosen.has(key))
  const selected = useMemo(() => {
    const loaded = new Map(lines.map((line) => [line.key, line]))
    const staged = new Set(edits.map(({ key }) => key))
    return [...chosen.values()].flatMap((line): Line[] => {
      const now = loaded.get(line.key)
      if (now) return [now]
      // A new line that was taken back is no longer there.
      return line.state === 'new' && !staged.has(line.key) ? [] : [line]
    })
  }, [lines, chosen, edits])
  return {
    /** The lines, as they are displayed now where they are loaded. */
    selected,
    /** The keys of the selected lines that are loaded. */
    keys,
    choose,
    clear: () => setChosen(new Map()),
    /** Whether all loaded rows are selected, and there are more. */
    hasMore,
    /** Whether all rows that match the filter are selected, also those that are not loaded. */
    isAll,
    selectAll: () => {
      setAllOf(JSON.stringify(filter))
      setChosen(new Map())
    },
    clearAll: () => setAllOf(undefined),
    storedLine,
    /** Outlives the page of the table. */
    kept,
  }
}
