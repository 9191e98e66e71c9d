import type { ReactNode } from 'react'

/** The top of a page: breadcrumb, title, description and actions. */
export function PageHeader({
  title,
  description,
  breadcrumb,
  aside,
  actions,
}: {
  title: ReactNode
  description?: ReactNode
  breadcrumb?: ReactNode
  /** Beside the title: a badge or a status. */
  aside?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-col gap-2">
      {breadcrumb}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h1>
            {aside}
          </div>
          {description && <p className="mt-1 max-w-prose text-ink-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  )
}
