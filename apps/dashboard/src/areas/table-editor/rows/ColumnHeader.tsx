import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { ArrowDown, ArrowUp, ChevronDown, KeyRound, Link2 } from 'lucide-react'
import { cx } from '../../../lib/class-names.ts'

/** A column's name and type, with marks for the primary key and foreign keys. */
export function ColumnHeader({
  column: { name, data_type, is_primary_key, foreign_key, comment },
  isNumeric,
  direction,
  priority,
  onMenu,
}: {
  column: GridColumn
  /** Its values are aligned at their end. */
  isNumeric: boolean
  direction: 'ASC' | 'DESC' | undefined
  /** Its precedence when several columns sort. */
  priority: number | undefined
  /** Opens the column's menu at its button. The keyboard opens it at the header. */
  onMenu: (anchor: HTMLElement) => void
}) {
  const Arrow = direction === 'ASC' ? ArrowUp : ArrowDown
  const target =
    foreign_key &&
    `${foreign_key.target_schema}.${foreign_key.target_table} (${foreign_key.target_columns.join(', ')})`
  return (
    <span
      title={comment ?? undefined}
      className={cx('flex h-full items-center gap-1.5', isNumeric && 'justify-end')}
    >
      {is_primary_key && (
        <span title="Primary key">
          <KeyRound className="size-3 text-brand-ink" aria-hidden />
          <span className="sr-only">Primary key </span>
        </span>
      )}{' '}
      {target && (
        <span title={`References ${target}`}>
          <Link2 className="size-3.5 text-ink-muted" aria-hidden />
          <span className="sr-only">References {target} </span>
        </span>
      )}{' '}
      <span className="min-w-0 truncate">
        {name} <span className="font-normal text-ink-faint">{data_type}</span>
      </span>
      {direction && (
        <span className="flex shrink-0 items-center text-brand-ink text-xs">
          <Arrow className="size-3" aria-hidden />
          {priority}
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Menu of ${name}`}
        aria-haspopup="menu"
        className="rows-grid-menu grid size-5 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-3 hover:text-ink"
        onClick={(event) => {
          // A click on the header sorts.
          event.stopPropagation()
          onMenu(event.currentTarget)
        }}
      >
        <ChevronDown className="size-3.5" aria-hidden />
      </button>
    </span>
  )
}
