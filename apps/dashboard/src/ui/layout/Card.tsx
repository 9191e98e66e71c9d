import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'

/** A framed section of a page. `danger` is for destructive settings. */
export function Card({
  title,
  description,
  actions,
  footer,
  danger = false,
  padded = true,
  className,
  children,
}: {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  danger?: boolean
  /** Off for a list or table that fills the card to its edges. */
  padded?: boolean
  className?: string
  children?: ReactNode
}) {
  const line = danger ? 'border-critical-line' : 'border-line'
  return (
    <section className={cx('flex flex-col rounded-md border bg-surface-1', line, className)}>
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3 last:pb-3 has-[+footer]:pb-3">
          <div className="min-w-0">
            {title && <h2 className="font-semibold text-base">{title}</h2>}
            {description && <p className="mt-0.5 text-ink-muted text-sm">{description}</p>}
          </div>
          {actions && <div className="flex gap-2">{actions}</div>}
        </header>
      )}
      {children && <div className={cx('min-w-0 flex-1', padded && 'px-4 py-3')}>{children}</div>}
      {footer && (
        <footer
          className={cx(
            'flex flex-wrap items-center gap-2 border-t px-4 py-2.5 text-ink-muted text-sm',
            line,
          )}
        >
          {footer}
        </footer>
      )}
    </section>
  )
}
