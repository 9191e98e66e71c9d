import { useMemo } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Badge } from '../../../../ui/text/Badge.tsx'
import type { StatementOutcome } from '../results/result-collector.ts'
import { countRows } from '../results/result-labels.ts'
import { type ChangedRow, changedRow } from './changed-row.ts'
import type { HeldChange } from './held-change.ts'
import { PreviewHeader } from './PreviewHeader.tsx'

const ROWS_MAX = 200

const tones = { inserted: 'success', updated: 'brand', deleted: 'critical', unchanged: 'neutral' } as const

/** What a statement would change, row by row. The change takes effect only when it is committed. */
export function ChangePreview({
  outcome: { columns, rowCount },
  held,
  onEnd,
  onAgain,
}: {
  outcome: StatementOutcome
  held: HeldChange | undefined
  onEnd: (how: 'commit' | 'rollback') => void
  onAgain: () => void
}) {
  const rows = useMemo(
    () =>
      Array.from({ length: Math.min(rowCount, ROWS_MAX) }, (_, row) =>
        changedRow(columns[0]?.at(row), columns[1]?.at(row)),
      ),
    [columns, rowCount],
  )
  return (
    <section aria-label="Preview" className="flex h-full flex-col">
      <PreviewHeader rowCount={rowCount} held={held} onEnd={onEnd} onAgain={onAgain} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-auto p-4">
        <ol className="flex flex-col gap-2" aria-label="Rows">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and their order is fixed
            <li key={index}>
              <Row row={row} />
            </li>
          ))}
        </ol>
        {rowCount > ROWS_MAX && (
          <p className="mt-3 text-ink-muted text-sm">and {countRows(rowCount - ROWS_MAX)} more</p>
        )}
      </div>
    </section>
  )
}

function Row({ row: { kind, values, identity } }: { row: ChangedRow }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-md border border-line px-3 py-2 font-mono text-xs">
      <Badge tone={tones[kind]}>{kind}</Badge>
      {identity.map(({ column, value }) => (
        <span key={column} className="wrap-anywhere text-ink-muted">
          {column} {value}
        </span>
      ))}
      {values.map(({ column, before, after }) => (
        <span key={column} className="wrap-anywhere">
          <span className="text-ink-muted">{column}</span>{' '}
          {before !== undefined && (
            <del className={cx('text-critical-ink', after !== undefined && 'no-underline')}>{before}</del>
          )}
          {before !== undefined && after !== undefined && <span className="text-ink-muted"> → </span>}
          {after !== undefined && <ins className="text-success-ink no-underline">{after}</ins>}
        </span>
      ))}
    </div>
  )
}
