import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { Icon } from '../../../ui/text/icon.ts'

/** One step of the header's breadcrumb, with the switcher to its siblings. */
export function Crumb({
  path,
  name,
  icon: CrumbIcon,
  badge,
  children,
  className,
}: {
  path: string
  /** Undefined while it loads. */
  name: string | undefined
  icon?: Icon
  /** Its kind, beside the name. */
  badge?: ReactNode
  children?: ReactNode
  className?: string
}) {
  return (
    <li className={cx('flex min-w-0 items-center gap-1', className)}>
      <span aria-hidden="true" className="select-none px-1 text-ink-faint">
        /
      </span>
      {name === undefined ? (
        <Skeleton className="h-4 w-24" />
      ) : (
        <Link
          to={path}
          className="group/crumb flex min-w-0 items-center gap-1.5 rounded-sm px-1 font-medium text-sm hover:text-brand-ink"
        >
          {CrumbIcon && (
            <CrumbIcon className="size-4 text-ink-faint group-hover/crumb:text-brand-ink" aria-hidden />
          )}
          <span className="truncate">{name}</span>
        </Link>
      )}
      {badge}
      {children}
    </li>
  )
}
