import type { Entity, EntityPage } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { useTabs } from '../../../app/editor-tabs/tabs.port.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { VirtualRows } from '../../../ui/grid/VirtualRows.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { NewTableButton } from '../tables/NewTableButton.tsx'
import { EntityRow } from './EntityRow.tsx'
import { ENTITY_ROW_HEIGHT } from './entities.rules.ts'
import type { EntityActionContext } from './entity-actions.ts'
import { WithEntityMenu } from './WithEntityMenu.tsx'

/** Tables and views of one schema. Further pages load while scrolling. */
export function EntityList({
  projectRef,
  schema,
  search,
  entities,
  openId,
  refusal,
  onPin,
  onClearSearch,
  onShowAllKinds,
}: {
  projectRef: string
  schema: string
  search: string
  entities: UseInfiniteQueryResult<InfiniteData<EntityPage>>
  openId: number | undefined
  /** Why the member may not change these entities; undefined when they may. */
  refusal: string | undefined
  onPin: (entity: Entity) => void
  onClearSearch: () => void
  /** Undefined when no kind is left out. */
  onShowAllKinds: (() => void) | undefined
}) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = entities
  const rows = useMemo(() => data?.pages.flatMap((page) => page.entities) ?? [], [data])
  const client = useQueryClient()
  const navigate = useNavigate()
  const context: EntityActionContext = {
    ref: projectRef,
    refusal,
    client,
    onPin,
    onPanel: (panel, { id }) =>
      void navigate({
        to: '.',
        search: (known: object) => ({ ...known, panel, table: id, column: undefined }),
      }),
    onPolicies: ({ schema: of, name }) =>
      void navigate({
        to: '/project/$ref/auth/policies',
        params: { ref: projectRef },
        search: { schema: of, find: name },
      }),
  }
  const { tabs } = useTabs(projectRef)
  const views = useMemo(
    () => new Map(Object.values(tabs.tabsMap).map(({ metadata }) => [metadata.tableId, metadata])),
    [tabs],
  )
  const mayLoad = hasNextPage && !isFetching && !isFetchNextPageError
  const loadMore = useCallback(() => {
    if (mayLoad) void fetchNextPage({ cancelRefetch: false })
  }, [mayLoad, fetchNextPage])
  if (entities.isPending)
    return (
      <div role="status" aria-label="Loading tables" className="flex flex-col gap-3 px-4 py-2">
        {['w-3/4', 'w-1/2', 'w-2/3', 'w-2/5'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    )
  if (entities.isError && !data)
    return (
      <div className="overflow-y-auto px-2">
        <ErrorPanel
          title="Failed to load tables"
          message={entities.error.message}
          requestId={requestIdOf(entities.error)}
          retrying={entities.isFetching}
          onRetry={() => void entities.refetch()}
        />
      </div>
    )
  if (rows.length === 0 && search !== '')
    return (
      <Nothing title="No results found" text="There are no entities that match your search">
        <Button size="sm" onClick={onClearSearch}>
          Clear search
        </Button>
      </Nothing>
    )
  if (rows.length === 0 && onShowAllKinds)
    return (
      <Nothing title="No entities of these kinds" text="Other kinds of entities are not shown">
        <Button size="sm" onClick={onShowAllKinds}>
          Show all kinds
        </Button>
      </Nothing>
    )
  if (rows.length === 0)
    return (
      <Nothing title="No entities available" text="This schema has no entities available yet">
        <NewTableButton schema={schema} refusal={refusal} />
      </Nothing>
    )
  return (
    <WithEntityMenu entities={rows} context={context}>
      <VirtualRows
        label={`Tables and views of ${schema}`}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowHeight={ENTITY_ROW_HEIGHT}
        renderRow={(entity) => (
          <EntityRow
            projectRef={projectRef}
            entity={entity}
            isOpen={entity.id === openId}
            filter={views.get(entity.id)?.filter}
            sort={views.get(entity.id)?.sort}
          />
        )}
        onNearEnd={loadMore}
        footer={
          hasNextPage && (
            <LoadMore
              {...loadMoreProps(entities)}
              failure="Failed to load more tables."
              size="sm"
              className="py-3"
            />
          )
        }
      />
    </WithEntityMenu>
  )
}

function Nothing({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <div
      role="status"
      className="mx-2 flex flex-col items-start gap-2 rounded-md border border-line px-3 py-3"
    >
      <div className="text-sm">
        <p className="font-medium">{title}</p>
        <p className="text-ink-muted">{text}</p>
      </div>
      {children}
    </div>
  )
}
