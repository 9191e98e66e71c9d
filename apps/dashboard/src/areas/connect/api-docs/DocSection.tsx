import type { ReactNode } from 'react'

/** A section of a documentation page, with a heading. */
export function DocSection({
  title,
  description,
  children,
}: {
  title: string
  description?: ReactNode
  children?: ReactNode
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold text-base">{title}</h3>
      {description && <div className="max-w-prose text-ink-muted text-sm">{description}</div>}
      {children}
    </section>
  )
}
