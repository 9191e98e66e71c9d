import type { ReactNode } from 'react'

/** A part of a page of the documentation, with a heading of its own. */
export function DocSection({
  title,
  words,
  children,
}: {
  title: string
  words?: ReactNode
  children?: ReactNode
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-semibold text-base">{title}</h3>
      {words && <div className="max-w-prose text-ink-muted text-sm">{words}</div>}
      {children}
    </section>
  )
}
