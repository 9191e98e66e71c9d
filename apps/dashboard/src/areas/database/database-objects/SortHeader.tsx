import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ObjectSort } from './object-kind-page.ts'

/** A column's header that sorts the list by the column, and turns its order around. */
export function SortHeader({
  label,
  sort,
  order,
  onSort,
}: {
  label: string
  sort: ObjectSort
  /** Undefined while the list is sorted by another column. */
  order: 'asc' | 'desc' | undefined
  onSort: (order: 'asc' | 'desc') => void
}) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-label={order === undefined ? `Sort by ${label}` : `${label}, sorted ${sort[order]}`}
      onClick={() => onSort(order === undefined ? sort.first : order === 'asc' ? 'desc' : 'asc')}
      className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink"
    >
      {label}
      {order !== undefined && <Arrow className="size-3" aria-hidden />}
    </button>
  )
}
