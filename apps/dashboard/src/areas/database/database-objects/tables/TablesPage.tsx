import type { ListedTable } from '@basalt/contract/database-objects/tables/tables.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { entityKinds, isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Search, Table2 } from 'lucide-react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { Table } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { KindFilter } from '../../../table-editor/entities/KindFilter.port.tsx'
import { SchemaPicker } from '../../../table-editor/entities/SchemaPicker.port.tsx'
import { TablePanelOutlet } from '../../../table-editor/tables/TablePanelOutlet.port.tsx'
import type { ObjectsOnPage } from '../objects.queries.ts'
import { tableColumns } from './table-columns.tsx'
import { tableListQueries } from './tables.queries.ts'
import type { TablesSearch } from './tables-url.rules.ts'

const DEFAULT_SCHEMA = 'public'
const SEARCH_DELAY_MS = 250
const DESCRIPTION = 'Tables and views of a schema, with what they store and the state of their rows.'
const PROTECTED_REASON = 'This schema is managed by the platform. What is in it can only be read.'

/** The tables of a schema, with what is open over the list. */
export function TablesPage({ project, search }: { project: Project; search: TablesSearch }) {
  const { ref } = project
  const { schema = DEFAULT_SCHEMA, find = '', sort, order = 'asc', kinds } = search
  const navigate = useNavigate()
  const go = (change: TablesSearch, replace = false) =>
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
  const { data: memberRefusal } = useQuery(
    permissionQueries.refusal(needs.runAnySql, { slug: project.organization_slug, ref }),
  )
  const isProtected = isProtectedSchema(schema)
  const refusal = isProtected ? PROTECTED_REASON : memberRefusal
  const list = useInfiniteQuery(tableListQueries.pages(ref, { schema, search: find, sort, order, kinds }))
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => go({ panel: 'new' })}
      {...(refusal !== undefined && { reason: refusal })}
    >
      New table
    </Button>
  )
  const count = list.data?.pages[0]?.count
  return (
    <div key={ref} className="relative mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader title="Tables" description={DESCRIPTION} actions={create} />
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-52 max-sm:w-full">
          <SchemaPicker
            projectRef={ref}
            schema={schema}
            refusal={memberRefusal}
            onSelect={(next) => go({ schema: next === DEFAULT_SCHEMA ? undefined : next })}
          />
        </div>
        <div className="w-64 max-sm:flex-1">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label="Find tables"
            placeholder="Find tables..."
            value={text}
            onValueChange={set}
          />
        </div>
        <KindFilter
          kinds={kinds ?? entityKinds}
          onChange={(next) => go({ kinds: next.length < entityKinds.length ? [...next] : undefined }, true)}
        />
        {count !== undefined && (
          <p className="ml-auto text-ink-muted text-sm tabular-nums" role="status">
            {count.toLocaleString('en')} {count === 1 ? 'table' : 'tables'}
          </p>
        )}
      </div>
      {isProtected && (
        <Callout tone="info" title={`${schema} can only be read`}>
          The platform or an extension manages this schema and relies on its structure.
        </Callout>
      )}
      <Content
        list={list}
        schema={schema}
        find={find}
        isFiltered={kinds !== undefined}
        create={refusal === undefined && create}
        onClear={() => {
          commitNow('')
          go({ kinds: undefined }, true)
        }}
        columns={tableColumns({
          projectRef: ref,
          schema,
          refusal,
          sort,
          order,
          onSort: (by, next) => go({ sort: by, order: next === 'desc' ? 'desc' : undefined }, true),
          onPanel: (panel, table) => go({ panel, table }),
        })}
      />
      <TablePanelOutlet project={project} schema={schema} openId={undefined} search={search} />
    </div>
  )
}

function Content({
  list,
  schema,
  find,
  isFiltered,
  create,
  onClear,
  columns,
}: {
  list: UseInfiniteQueryResult<InfiniteData<ObjectsOnPage<ListedTable>>>
  schema: string
  find: string
  isFiltered: boolean
  create: React.ReactNode
  onClear: () => void
  columns: ReturnType<typeof tableColumns>
}) {
  if (list.isPending) return <TableSkeleton label="Loading tables" columns={8} rows={8} />
  if (list.isError && !list.data)
    return (
      <ErrorPanel
        title="Failed to load tables"
        message={list.error.message}
        requestId={requestIdOf(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  const rows = list.data.pages.flatMap(({ objects }) => objects)
  if (rows.length === 0 && (find !== '' || isFiltered))
    return (
      <EmptyState
        icon={Table2}
        title={find !== '' ? `No tables match “${find}”` : 'No tables of these kinds'}
        action={<Button onClick={onClear}>{isFiltered ? 'Clear filters' : 'Clear search'}</Button>}
      />
    )
  if (rows.length === 0)
    return (
      <EmptyState icon={Table2} title={`No tables in ${schema}`} action={create}>
        {DESCRIPTION}
      </EmptyState>
    )
  return (
    <>
      <Table<ListedTable>
        label={`Tables of ${schema}`}
        rows={rows}
        rowKey={({ id }) => String(id)}
        columns={columns}
      />
      {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure="Failed to load more tables." />}
    </>
  )
}
