import type { PolicyTable } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Search, ShieldCheck } from 'lucide-react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { lazyLayer } from '../../../../ui/lazy-layer.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { VirtualSection } from '../../../../ui/VirtualSection.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { SchemaPicker } from '../../../table-editor/entities/SchemaPicker.port.tsx'
import { ObjectPanels } from '../ObjectPanels.tsx'
import type { ObjectsOnPage } from '../objects.queries.ts'
import type { ObjectPanel } from '../objects-url.rules.ts'
import { PolicyTableCard } from './PolicyTableCard.tsx'
import { policyQueries } from './policies.queries.ts'
import type { PoliciesSearch } from './policies-url.rules.ts'
import { policyKindPage } from './policy-kind-page.tsx'

const DEFAULT_SCHEMA = 'public'
const SEARCH_DELAY_MS = 250

const TrialSheet = lazyLayer(
  async () => (await import('./TrialSheet.tsx')).TrialSheet,
  ({ table }) => table !== undefined,
)

/** The tables of a schema with their row level security and policies. */
export function PoliciesPage({
  project,
  search: { schema = DEFAULT_SCHEMA, find = '', panel, id, trial },
}: {
  project: Project
  search: PoliciesSearch
}) {
  const { ref } = project
  const navigate = useNavigate()
  const go = (change: PoliciesSearch, replace = false) =>
    void navigate({
      to: '.',
      search: (known: object) => ({ ...known, ...change }),
      replace,
      resetScroll: false,
    })
  const { text, set, commitNow } = useDebouncedText(
    find,
    (next) => go({ find: next === '' ? undefined : next }, true),
    SEARCH_DELAY_MS,
  )
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.runAnySql, { slug: project.organization_slug, ref }),
  )
  const list = useInfiniteQuery(policyQueries.list(ref, { schema, search: find, order: 'asc', filters: {} }))
  const open = (next: ObjectPanel, of?: number, on?: string) => go({ panel: next, id: of, on })
  const count = list.data?.pages[0]?.count
  return (
    <div key={ref} className="relative mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title="Policies"
        description="Row level security decides which rows of a table each role reads and writes."
        actions={
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => open('new')}
            {...(refusal !== undefined && { reason: refusal })}
          >
            New policy
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-52 max-sm:w-full">
          <SchemaPicker
            projectRef={ref}
            schema={schema}
            refusal={refusal}
            onSelect={(next) => go({ schema: next === DEFAULT_SCHEMA ? undefined : next })}
          />
        </div>
        <div className="w-64 max-sm:w-full">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label="Find tables and policies"
            placeholder="Find tables and policies..."
            value={text}
            onValueChange={set}
          />
        </div>
        {count !== undefined && (
          <p className="ml-auto text-ink-muted text-sm tabular-nums" role="status">
            {count.toLocaleString('en')} {count === 1 ? 'table' : 'tables'}
          </p>
        )}
      </div>
      <TableList
        project={project}
        schema={schema}
        find={find}
        refusal={refusal}
        list={list}
        onClearSearch={() => commitNow('')}
        onOpen={open}
        onTry={(table) => go({ trial: table })}
      />
      <ObjectPanels
        projectRef={ref}
        kind={policyKindPage}
        panel={panel}
        id={id}
        schema={schema}
        refusal={refusal}
        schemaRefusal={undefined}
        onOpen={(next, of) => open(next, of)}
        onClose={() => go({ panel: undefined, id: undefined, on: undefined }, true)}
      />
      <TrialSheet projectRef={ref} table={trial} onClose={() => go({ trial: undefined }, true)} />
    </div>
  )
}

function TableList({
  project,
  schema,
  find,
  refusal,
  list,
  onClearSearch,
  onOpen,
  onTry,
}: {
  project: Project
  schema: string
  find: string
  refusal: string | undefined
  list: UseInfiniteQueryResult<InfiniteData<ObjectsOnPage<PolicyTable>>>
  onClearSearch: () => void
  onOpen: (panel: ObjectPanel, id?: number, on?: string) => void
  onTry: (table: number) => void
}) {
  if (list.isPending)
    return (
      <div role="status" aria-label="Loading policies" className="flex flex-col gap-4">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-32 w-full" />
        ))}
      </div>
    )
  if (!list.data)
    return (
      <ErrorPanel
        title="Failed to load policies"
        message={list.error?.message}
        requestId={requestIdOf(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  const tables = list.data.pages.flatMap(({ objects }) => objects)
  if (tables.length === 0)
    return find === '' ? (
      <EmptyState icon={ShieldCheck} title={`No tables in ${schema}`}>
        Policies belong to tables. Create a table first.
      </EmptyState>
    ) : (
      <EmptyState
        icon={ShieldCheck}
        title={`No tables or policies match “${find}”`}
        action={<Button onClick={onClearSearch}>Clear search</Button>}
      />
    )
  return (
    <>
      {tables.map((table) => (
        <VirtualSection key={table.id}>
          <PolicyTableCard
            project={project}
            schema={schema}
            table={table}
            refusal={refusal}
            onOpen={onOpen}
            onTry={() => onTry(table.id)}
          />
        </VirtualSection>
      ))}
      {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure="Failed to load more tables." />}
    </>
  )
}
