import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../../../../lib/class-names.ts'

/** A part of the navigation that opens and closes, with how much it holds. */
export function NavSection({
  title,
  count,
  isOpen,
  onToggle,
  children,
}: {
  title: string
  count?: number | undefined
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-label={title} className="px-2 py-1">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
          className="flex h-7 w-full items-center gap-1.5 rounded-sm px-1 text-2xs text-ink-faint uppercase tracking-wide hover:text-ink"
        >
          <ChevronRight className={cx('size-3.5 transition-transform', isOpen && 'rotate-90')} aria-hidden />
          {title}
          {count !== undefined && <span className="tabular-nums">({count.toLocaleString('en')})</span>}
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
