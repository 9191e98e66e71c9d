import type { Guide } from '@basalt/contract/documentation/documentation.schema.ts'
import { Link } from '@tanstack/react-router'

export function GuideNavigation({ guides }: { guides: readonly Guide[] }) {
  return (
    <nav aria-label="Guides">
      <ul className="flex flex-col gap-0.5 max-md:flex-row max-md:flex-wrap">
        {guides.map(({ id, title }) => (
          <li key={id}>
            <Link
              to="/docs/$guide"
              params={{ guide: id }}
              className="flex h-8 items-center rounded-md px-2 text-ink-muted text-sm transition-colors hover:bg-surface-2 hover:text-ink aria-[current=page]:bg-surface-3 aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
