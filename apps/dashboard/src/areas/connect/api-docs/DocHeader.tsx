import type { ReactNode } from 'react'

/** The header of a documentation page. */
export function DocHeader({
  title,
  aside,
  children,
}: {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  children?: ReactNode
}) {
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h2>
        {aside}
      </div>
      {children && <div className="mt-1 max-w-prose text-ink-muted">{children}</div>}
    </header>
  )
}
