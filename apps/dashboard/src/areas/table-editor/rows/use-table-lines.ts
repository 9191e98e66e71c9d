import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { useLayoutEffect, useMemo, useState } from 'react'
import { stagedLines } from '../edits/staged-lines.rules.ts'
import { useEdits } from '../edits/use-edits.ts'
import { type NewLineAnchors, placeNewLines } from './new-lines.rules.ts'
import type { LoadedRows, RowLoader } from './row-loader.ts'
import { windowLines } from './row-window.rules.ts'
import type { TableKey } from './rows.queries.ts'
import { savedLines } from './saved-lines.rules.ts'

const NO_ANCHORS: NewLineAnchors = new Map()

/** The lines of a table: as they are stored, and with the changes that are staged. */
export function useTableLines(table: TableKey, entity: GridEntity, loader: RowLoader, content: LoadedRows) {
  const { columns } = entity
  const { chunks, before, after } = content
  const stored = useMemo(() => windowLines({ chunks, before, after }), [chunks, before, after])
  const [anchors, setAnchors] = useState(NO_ANCHORS)
  const changes = useEdits(table, entity, (edits, results) => {
    const loaded = new Map(stored.map((line) => [line.key, line]))
    loader.save(
      savedLines(columns, (key) => loaded.get(key), edits, results),
      anchors,
    )
  })
  const { edits, problems } = changes
  const lines = useMemo(() => {
    const staged = stagedLines(columns, stored, edits, new Set(problems.map(({ key }) => key)))
    return placeNewLines(staged, anchors, !content.hasBefore)
  }, [columns, stored, edits, problems, anchors, content.hasBefore])
  // However a row was added, it is where the user was then.
  useLayoutEffect(() => {
    const missing = edits.filter(({ key, edit }) => edit.kind === 'insert' && !anchors.has(key))
    if (missing.length === 0 || chunks.length === 0) return
    const { view, before: gap, hasBefore } = loader.state
    const above = view.top > gap || hasBefore ? stored[Math.max(view.top, gap)]?.key : undefined
    setAnchors((known) => new Map([...known, ...missing.map(({ key }) => [key, above ?? null] as const)]))
  }, [edits, anchors, chunks, stored, loader])
  return { stored, lines, changes }
}
