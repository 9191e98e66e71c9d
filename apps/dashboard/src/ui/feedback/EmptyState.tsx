import type { ReactNode } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Icon } from '../text/icon.ts'

/** Replaces an empty list and offers the next step. `frame` draws an outline. */
export function EmptyState({
  icon: StateIcon,
  title,
  action,
  frame = true,
  children,
}: {
  icon: Icon
  title: string
  action?: ReactNode
  frame?: boolean
  children?: ReactNode
}) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-4 px-6 py-12 text-center',
        frame && 'rounded-md border border-line-strong border-dashed',
      )}
    >
      <span className="grid size-9 place-items-center rounded-md border border-line bg-surface-2 text-ink-muted">
        <StateIcon className="size-4.5" aria-hidden />
      </span>
      <div className="max-w-md">
        <p className="font-medium">{title}</p>
        {children && <div className="mt-1 text-ink-muted text-sm">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
