import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { TextLink } from '../text/TextLink.tsx'

export interface BreadcrumbItem {
  label: string
  /** An anchor or the router's link, without content. Omitted for the current page. */
  link?: ReactElement
}

export function Breadcrumb({
  items,
  label = 'Breadcrumb',
}: {
  items: readonly BreadcrumbItem[]
  label?: string
}) {
  return (
    <nav aria-label={label}>
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-sm">
        {items.map(({ label, link }, index) => (
          <li key={label} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight className="size-3.5 text-ink-faint" aria-hidden />}
            {link ? (
              <TextLink tone="quiet" render={link} className="truncate">
                {label}
              </TextLink>
            ) : (
              <span aria-current="page" className="truncate">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
