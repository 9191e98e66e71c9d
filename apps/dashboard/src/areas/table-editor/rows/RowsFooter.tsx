import { GRID_PAGE_SIZES } from '@basalt/contract/table-editor/grid.rules.ts'
import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { EntityViewToggle } from '../entities/EntityViewToggle.tsx'
import {
  FIRST_PAGE,
  LAST_PAGE,
  nextPage,
  type PagePosition,
  pageName,
  previousPage,
} from './page-position.rules.ts'

const sizes = GRID_PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))

/** Pages, their size, and the number of rows. */
export function RowsFooter({
  page,
  position,
  size,
  onPositionChange,
  onSizeChange,
  count,
}: {
  page: GridPage
  position: PagePosition
  size: number
  onPositionChange: (position: PagePosition) => void
  onSizeChange: (size: number) => void
  count: ReactNode
}) {
  const labelId = useId()
  const next = nextPage(position, page)
  const previous = previousPage(position, page)
  const go = (to: PagePosition | undefined) => () => to && onPositionChange(to)
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-3 py-1 text-ink-muted text-xs">
      <nav aria-labelledby={labelId} className="flex items-center gap-1">
        <span id={labelId} className="sr-only">
          Pages
        </span>
        <IconButton
          size="sm"
          icon={ChevronFirst}
          label="First page"
          disabled={!previous}
          onClick={go(FIRST_PAGE)}
        />
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label="Previous page"
          disabled={!previous}
          onClick={go(previous)}
        />
        <p role="status" className="min-w-16 text-center tabular-nums">
          {pageName(position, page)}
        </p>
        <IconButton size="sm" icon={ChevronRight} label="Next page" disabled={!next} onClick={go(next)} />
        <IconButton size="sm" icon={ChevronLast} label="Last page" disabled={!next} onClick={go(LAST_PAGE)} />
      </nav>
      <LazySelect
        aria-label="Rows per page"
        options={sizes}
        value={String(size)}
        onValueChange={(value) => onSizeChange(Number(value))}
        className="w-28!"
      />
      <div className="ml-auto">{count}</div>
      <EntityViewToggle />
    </footer>
  )
}
