import { Link, useSearch } from '@tanstack/react-router'
import { cx } from '../../../lib/class-names.ts'
import type { EntityView } from './entity-view.rules.ts'

const views: readonly { view: EntityView | undefined; label: string }[] = [
  { view: undefined, label: 'Data' },
  { view: 'definition', label: 'Definition' },
  { view: 'relationships', label: 'Relationships' },
]

/** Links between the rows of a table, its definition and its relationships. */
export function EntityViewToggle() {
  const current = useSearch({ strict: false }).view
  return (
    <nav aria-label="Views of this table" className="flex rounded-md border border-line p-0.5">
      {views.map(({ view, label }) => (
        <Link
          key={label}
          to="."
          search={(known) => ({ ...known, view })}
          replace
          aria-current={view === current ? 'page' : undefined}
          className={cx(
            'inline-flex items-center rounded-sm px-2 py-0.5 text-xs transition-colors',
            view === current ? 'bg-surface-3 text-ink' : 'text-ink-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
