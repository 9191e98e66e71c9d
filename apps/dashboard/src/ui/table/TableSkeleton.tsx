import { cx } from '../../lib/class-names.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { headCellClass, tableFrameClass } from './table-class.ts'

/** A placeholder for a Table with the same row heights, so that nothing moves when the rows arrive. */
export function TableSkeleton({
  label,
  columns,
  rows = 5,
  dense = false,
}: {
  /** "Loading projects" */
  label: string
  columns: number
  rows?: number
  dense?: boolean
}) {
  return (
    <div role="status" aria-label={label} className={tableFrameClass}>
      <div className={headCellClass} />
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never move
          key={row}
          className={cx(
            'flex items-center gap-6 border-line border-b px-3 last:border-b-0',
            dense ? 'h-8' : 'h-9',
          )}
        >
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Skeleton key={column} className={cx('h-3 flex-1', column === 0 ? 'max-w-48' : 'max-w-24')} />
          ))}
        </div>
      ))}
    </div>
  )
}
