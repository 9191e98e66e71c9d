import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  type PerformancePreset,
  performancePresetIds,
  performancePresets,
} from '@basalt/contract/query-performance/query-performance.rules.ts'
import type { QueryPerformancePage as PerformancePage } from '@basalt/contract/query-performance/query-performance.schema.ts'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { Gauge, Moon, RefreshCw, RotateCcw, SearchX } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { PerformanceFilters } from './PerformanceFilters.tsx'
import type { PerformanceSearch } from './performance-search.rules.ts'
import { QueryStatisticSheet } from './QueryStatisticSheet.tsx'
import { QueryStatisticTable } from './QueryStatisticTable.tsx'
import { enableStatistics, queryPerformanceQueries, resetStatistics } from './query-performance.queries.ts'

const USUAL: PerformancePreset = 'most_time_consuming'
/** The history of a query that is open while no time range is chosen. */
const DAY = { range: '24h' } as const

/** Which queries take the time of a project's database, as PostgreSQL counts them. */
export function QueryPerformancePage({
  project,
  search,
  onSearchChange,
}: {
  project: Project
  search: PerformanceSearch
  onSearchChange: (search: PerformanceSearch) => void
}) {
  const { ref, organization_slug: slug } = project
  const { preset = USUAL, id, ...filter } = search
  // What was measured is there while the database is not.
  const isReadable = project.status === 'ACTIVE_HEALTHY' || filter.past === true
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.runAnySql, { slug, ref }))
  const list = useInfiniteQuery({
    ...queryPerformanceQueries.pages(ref, { ...filter, preset }),
    enabled: isReadable,
    placeholderData: keepPreviousData,
  })
  const reset = useMutation(resetStatistics(ref))
  const [isResetting, setResetting] = useState(false)
  const first = list.data?.pages[0]
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title="Query Performance"
        description={
          filter.past ? (
            'What each query took in a time range, measured once a minute while the database runs.'
          ) : first?.since ? (
            <>
              What PostgreSQL counted of each query. It began to count <When time={first.since} />.
            </>
          ) : (
            'What PostgreSQL counts of each query: calls, times and rows.'
          )
        }
        actions={
          first?.is_enabled && (
            <>
              <Button icon={RotateCcw} onClick={() => setResetting(true)} reason={refusal}>
                Reset report
              </Button>
              <Button
                icon={RefreshCw}
                loading={list.isRefetching && !list.isFetchingNextPage}
                onClick={() => void list.refetch()}
              >
                Refresh
              </Button>
            </>
          )
        }
      />
      {isReadable ? (
        <Tabs
          label="Presets"
          items={performancePresetIds.map((value) => ({ value, label: performancePresets[value].title }))}
          value={preset}
          onValueChange={(value) => {
            const { sort: _sort, order: _order, ...kept } = filter
            onSearchChange({ ...kept, ...(value !== USUAL && { preset: value }) })
          }}
        >
          <TabPanel value={preset} className="flex flex-col gap-4 pt-4">
            <Content
              projectRef={ref}
              slug={slug}
              preset={preset}
              list={list}
              search={search}
              onSearchChange={onSearchChange}
              refusal={refusal}
            />
          </TabPanel>
        </Tabs>
      ) : (
        <EmptyState
          icon={Moon}
          title="The database is not running"
          action={
            <Button onClick={() => onSearchChange({ ...search, past: true })}>Show what was measured</Button>
          }
        >
          Its queries are counted while the project is healthy.
        </EmptyState>
      )}
      <QueryStatisticSheet
        projectRef={ref}
        refusal={refusal}
        range={filter.past ? { range: filter.range, from: filter.from, to: filter.to } : DAY}
        statistic={list.data?.pages.flatMap(({ queries }) => queries).find((one) => one.id === id)}
        onClose={() => onSearchChange({ ...search, id: undefined })}
      />
      <ConfirmDialog
        open={isResetting}
        onOpenChange={setResetting}
        title="Reset the report?"
        confirmLabel="Reset report"
        onConfirm={() => reset.mutateAsync()}
      >
        What was counted of the queries of this database is lost, for all members. Counting continues from
        zero.
      </ConfirmDialog>
    </div>
  )
}

type List = UseInfiniteQueryResult<InfiniteData<PerformancePage>>

function Content({
  projectRef,
  slug,
  preset,
  list,
  search,
  onSearchChange,
  refusal,
}: {
  projectRef: string
  slug: string
  preset: PerformancePreset
  list: List
  search: PerformanceSearch
  onSearchChange: (search: PerformanceSearch) => void
  refusal: string | undefined
}) {
  const enable = useMutation(enableStatistics(projectRef))
  if (list.isPending) return <TableSkeleton label="Loading queries" columns={5} rows={8} />
  if (list.data && !list.data.pages[0]!.is_enabled)
    return (
      <EmptyState
        icon={Gauge}
        title="Queries are not counted"
        action={
          <Button
            variant="primary"
            loading={enable.isPending}
            reason={refusal}
            onClick={() => enable.mutate()}
          >
            Enable pg_stat_statements
          </Button>
        }
      >
        The extension pg_stat_statements counts calls, times and rows of each query.
      </EmptyState>
    )
  const statistics = list.data?.pages.flatMap(({ queries }) => queries) ?? []
  const unique = [...new Map(statistics.map((one) => [one.id, one])).values()]
  return (
    <>
      <PerformanceFilters
        slug={slug}
        search={search}
        roles={list.data?.pages[0]?.roles ?? []}
        onSearchChange={onSearchChange}
      />
      {list.isError && !list.isFetchNextPageError ? (
        <ErrorPanel
          title="Failed to load the queries"
          message={list.error.message}
          requestId={requestIdOf(list.error)}
          onRetry={list.refetch}
          retrying={list.isFetching}
        />
      ) : unique.length === 0 ? (
        <EmptyState icon={SearchX} title="No queries counted">
          {search.past
            ? 'Nothing that matches was measured in this time. Choose another time, or clear the filters.'
            : 'Queries appear here once they have run. Clear the filters to see others.'}
        </EmptyState>
      ) : (
        <QueryStatisticTable
          statistics={unique}
          preset={preset}
          search={search}
          onSearchChange={onSearchChange}
        />
      )}
      {list.hasNextPage && (
        <LoadMore
          isLoading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          failure="Failed to load more queries."
          onLoad={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}
