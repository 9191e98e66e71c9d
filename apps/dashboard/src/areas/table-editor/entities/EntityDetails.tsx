import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { lazyPanel } from '../../../ui/lazy-panel.tsx'
import { rowQueries } from '../rows/rows.queries.ts'
import { touchBarClass } from '../rows/touch-bar.ts'
import { rememberTable } from '../workspace/last-table.ts'
import { EntityViewToggle } from './EntityViewToggle.tsx'
import type { EntityView } from './entity-view.rules.ts'

const { LazyPanel: DefinitionView } = lazyPanel(
  async () => (await import('./DefinitionView.tsx')).DefinitionView,
  'the definition',
)
const { LazyPanel: RelationshipsView } = lazyPanel(
  async () => (await import('./RelationshipsView.tsx')).RelationshipsView,
  'the relationships',
)

/** What a table shows besides its rows. `children` stand for a table that is loading or gone. */
export function EntityDetails({
  project: { ref },
  tableId,
  view,
  children,
}: {
  project: Project
  /** Its oid. */
  tableId: number
  view: EntityView
  children: ReactNode
}) {
  const { data: entity, error } = useQuery(rowQueries.entity({ ref, id: tableId }))
  useEffect(() => {
    if (entity) rememberTable(ref, entity)
  }, [ref, entity])
  if (!entity || error) return children
  return (
    <section aria-label={entity.name} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col">
        {view === 'definition' ? (
          <DefinitionView projectRef={ref} entity={entity} />
        ) : (
          <RelationshipsView projectRef={ref} entity={entity} />
        )}
      </div>
      <footer
        className={cx(
          'flex min-h-10 shrink-0 items-center justify-end border-line border-t px-3 py-1',
          touchBarClass,
        )}
      >
        <EntityViewToggle />
      </footer>
    </section>
  )
}
