import {
  cellKey,
  type MatrixOutcome,
  matrixActions,
} from '@basalt/contract/policy-matrix/policy-matrix.rules.ts'
import type { MatrixCell, PolicyMatrix } from '@basalt/contract/policy-matrix/policy-matrix.schema.ts'
import { Ban, Check, CircleHelp, Minus } from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { cellTextExpecting } from './matrix-words.rules.ts'

const marks: Record<
  Exclude<MatrixOutcome, 'some'>,
  { icon: typeof Check; className: string; words: string }
> = {
  all: { icon: Check, className: 'text-success-ink', words: 'all rows that were tried' },
  none: { icon: Minus, className: 'text-ink-muted', words: 'no rows, without an error' },
  refused: { icon: Ban, className: 'text-critical-ink', words: 'refused' },
  unknown: { icon: CircleHelp, className: 'text-warning-ink', words: 'not known' },
}

/** What the marks mean. */
export function MatrixLegend() {
  return (
    <ul aria-label="What the marks mean" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
      {Object.entries(marks).map(([outcome, { icon: Icon, className, words }]) => (
        <li key={outcome} className="flex items-center gap-1">
          <Icon aria-hidden className={cx('size-3.5', className)} />
          {words}
        </li>
      ))}
    </ul>
  )
}

const headClass = 'border-line border-b bg-surface-2 px-2 font-medium text-xs'

/** Tables by actors and actions. A cell is a button that chooses it. */
export function MatrixTable({
  matrix: { tables, cells },
  actors,
  differences,
  selected,
  onSelect,
}: {
  matrix: PolicyMatrix
  /** The names of the actors, in order. */
  actors: readonly string[]
  /** What was expected of the cells that differ. */
  differences: ReadonlyMap<string, MatrixOutcome>
  selected: string | undefined
  onSelect: (key: string) => void
}) {
  const known = new Map(cells.map((cell) => [cellKey(cell), cell]))
  return (
    <section
      aria-label="Outcomes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="max-h-[70vh] overflow-auto rounded-md border border-line"
    >
      <table aria-label="Policy matrix" className="w-full border-separate border-spacing-0 text-sm">
        <thead className="sticky top-0 z-10">
          <tr>
            <th rowSpan={2} scope="col" className={cx(headClass, 'sticky left-0 min-w-32 text-left')}>
              Table
            </th>
            {actors.map((actor) => (
              <th
                key={actor}
                colSpan={matrixActions.length}
                scope="colgroup"
                className={cx(headClass, 'h-8 max-w-40 truncate border-l text-left')}
              >
                {actor}
              </th>
            ))}
          </tr>
          <tr>
            {actors.flatMap((actor) =>
              matrixActions.map((action, place) => (
                <th
                  key={`${actor} ${action}`}
                  scope="col"
                  className={cx(headClass, 'h-6 text-2xs text-ink-muted', place === 0 && 'border-l')}
                >
                  {action}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {tables.map(({ id, schema, name, is_rls_enabled }) => (
            <tr key={id}>
              <th
                scope="row"
                className="sticky left-0 border-line border-b bg-canvas px-2 py-1 text-left font-medium"
              >
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="wrap-anywhere">{name}</span>
                  {!is_rls_enabled && <Badge tone="warning">No RLS</Badge>}
                </span>
              </th>
              {actors.flatMap((actor) =>
                matrixActions.map((action, place) => {
                  const key = cellKey({ actor, schema, table: name, action })
                  const cell = known.get(key)
                  return (
                    <td
                      key={key}
                      className={cx('border-line border-b p-0.5 text-center', place === 0 && 'border-l')}
                    >
                      {cell && (
                        <Cell
                          cell={cell}
                          expected={differences.get(key)}
                          isSelected={selected === key}
                          onSelect={() => onSelect(key)}
                        />
                      )}
                    </td>
                  )
                }),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({
  cell,
  expected,
  isSelected,
  onSelect,
}: {
  cell: MatrixCell
  expected: MatrixOutcome | undefined
  isSelected: boolean
  onSelect: () => void
}) {
  const text = cellTextExpecting(cell, expected)
  return (
    <Tooltip content={text}>
      <button
        type="button"
        aria-label={text}
        aria-pressed={isSelected}
        onClick={onSelect}
        className={cx(
          'inline-grid h-7 min-w-12 place-items-center rounded-sm px-1 text-xs tabular-nums hover:bg-surface-3 aria-pressed:bg-brand-subtle',
          expected !== undefined && 'bg-warning-subtle ring-1 ring-warning-line',
        )}
      >
        {cell.outcome === 'some' ? `${cell.rows} of ${cell.of}` : <Mark outcome={cell.outcome} />}
      </button>
    </Tooltip>
  )
}

function Mark({ outcome }: { outcome: Exclude<MatrixOutcome, 'some'> }) {
  const { icon: Icon, className } = marks[outcome]
  return <Icon aria-hidden className={cx('size-4', className)} />
}
