import { GRID_PAGE_SIZES } from '@basalt/contract/table-editor/grid.rules.ts'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import { EntityViewToggle } from '../entities/EntityViewToggle.tsx'
import { PageBox } from './PageBox.tsx'
import { type RowLoader, rowsInView } from './row-loader.ts'
import { pageInView } from './scrollbar.rules.ts'
import { touchBarClass } from './touch-bar.ts'
import { useWindow } from './use-row-loader.ts'

const sizes = GRID_PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))

/** Pages, their size, and the number of rows. */
export function RowsFooter({
  loader,
  size,
  onPage,
  onSizeChange,
  count,
}: {
  loader: RowLoader
  size: number
  /** Goes to a page, counted from 1, or to the last one, whose number may be unknown. */
  onPage: (page: number | 'last') => void
  onSizeChange: (size: number) => void
  count: ReactNode
}) {
  const labelId = useId()
  const pageOf = (state: typeof loader.state) => pageInView(rowsInView(state), size)
  const page = useWindow(loader, (state) => pageOf(state).page)
  const pages = useWindow(loader, (state) => pageOf(state).pages)
  const isEstimate = useWindow(loader, (state) => rowsInView(state).total?.isEstimate ?? false)
  const hasBefore = useWindow(loader, ({ hasBefore, view, before }) => hasBefore || view.top > before)
  const hasAfter = useWindow(loader, (state) => !rowsInView(state).isAtEnd)
  return (
    <footer
      className={cx(
        'flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-3 py-1 text-ink-muted text-xs',
        touchBarClass,
      )}
    >
      <nav aria-labelledby={labelId} className="flex items-center gap-1">
        <span id={labelId} className="sr-only">
          Pages
        </span>
        <IconButton
          size="sm"
          icon={ChevronFirst}
          label="First page"
          disabled={!hasBefore}
          onClick={() => onPage(1)}
        />
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label="Previous page"
          disabled={!hasBefore}
          onClick={() => onPage(Math.max(1, page - 1))}
        />
        <PageBox page={page} pages={pages} isEstimate={isEstimate} onPage={onPage} />
        <IconButton
          size="sm"
          icon={ChevronRight}
          label="Next page"
          disabled={!hasAfter}
          onClick={() => onPage(page + 1)}
        />
        <IconButton
          size="sm"
          icon={ChevronLast}
          label="Last page"
          disabled={!hasAfter}
          onClick={() => onPage('last')}
        />
      </nav>
      <LazySelect
        aria-label="Rows per page"
        options={sizes}
        value={String(size)}
        onValueChange={(value) => onSizeChange(Number(value))}
        className="w-28! shrink-0"
      />
      <div className="ml-auto">{count}</div>
      <EntityViewToggle />
    </footer>
  )
}
