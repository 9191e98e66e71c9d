import { referentialActionNames } from '@basalt/contract/entities/entities.rules.ts'
import type { Relationship } from '@basalt/contract/entities/entities.schema.ts'
import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { tableRoute } from '../workspace/table-tab.ts'
import { EntityHeader } from './EntityHeader.tsx'
import { entityQueries } from './entities.queries.ts'

/** The tables that a table refers to, and those that refer to it. */
export function RelationshipsView({ projectRef: ref, entity }: { projectRef: string; entity: GridEntity }) {
  const relationships = useQuery(entityQueries.relationships(ref, entity.id))
  const { data } = relationships
  return (
    <>
      <EntityHeader entity={entity} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6">
          {data ? (
            <>
              <Keys
                projectRef={ref}
                title="References"
                empty="No foreign key of this table refers to another table."
                keys={data.references}
              />
              <Keys
                projectRef={ref}
                title="Referenced by"
                empty="No foreign key refers to this table."
                keys={data.referenced_by}
              />
            </>
          ) : relationships.isPending ? (
            <Spinner label="Loading the relationships" />
          ) : (
            <ErrorPanel
              title="Failed to load the relationships"
              message={relationships.error?.message}
              requestId={requestIdOf(relationships.error)}
              retrying={relationships.isFetching}
              onRetry={() => void relationships.refetch()}
            />
          )}
        </div>
      </div>
    </>
  )
}

function Keys({
  projectRef: ref,
  title,
  empty,
  keys,
}: {
  projectRef: string
  title: string
  empty: string
  keys: readonly Relationship[]
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="font-medium">{title}</h2>
      {keys.length === 0 ? (
        <p className="rounded-md border border-line border-dashed px-3 py-4 text-ink-muted text-sm">
          {empty}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface-1">
          {keys.map(({ name, columns, table, table_columns, is_validated, ...actions }) => (
            <li key={`${table.id} ${name}`} className="flex flex-col gap-1 px-3 py-2.5">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <span className="font-mono text-xs">{columns.join(', ')}</span>
                <span aria-hidden className="text-ink-faint">
                  {title === 'References' ? '→' : '←'}
                </span>
                <TextLink render={<Link {...tableRoute(ref, { tableId: table.id, schema: table.schema })} />}>
                  {table.schema}.{table.name}
                </TextLink>
                <span className="font-mono text-xs">({table_columns.join(', ')})</span>
                {!is_validated && <Badge tone="warning">Rows not checked</Badge>}
              </div>
              <p className="wrap-anywhere text-ink-muted text-xs">
                {name} · on delete {referentialActionNames[actions.on_delete]} · on update{' '}
                {referentialActionNames[actions.on_update]}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
