import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Lock, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { loadMoreProps } from '../../../api/load-more-props.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { SchemaPicker } from '../../table-editor/entities/SchemaPicker.port.tsx'
import { ObjectPanels } from './ObjectPanels.tsx'
import type { DescribedObject, ListedObject, ObjectKindPage, ObjectSort } from './object-kind-page.ts'
import type { ObjectsOnPage } from './objects.queries.ts'
import type { FilterValues, ObjectPanel, ObjectsSearch } from './objects-url.rules.ts'
import { SortHeader } from './SortHeader.tsx'

const DEFAULT_SCHEMA = 'public'
const SEARCH_DELAY_MS = 250

const BY_NAME: ObjectSort = { by: 'name', asc: 'A to Z', desc: 'Z to A', first: 'asc' }

/** Why nothing in a protected schema can be changed here. */
const PROTECTED_REASON = 'This schema is managed by the platform. What is in it can only be read.'

/** The objects of one kind, with what is open over the list. */
export function ObjectsPage<Item extends ListedObject, Found extends DescribedObject>({
  project,
  kind,
  search: { schema = DEFAULT_SCHEMA, find = '', sort: sortedBy, order: inUrl, panel, id, ...filters },
}: {
  project: Project
  kind: ObjectKindPage<Item, Found>
  search: ObjectsSearch & FilterValues
}) {
  const { ref } = project
  const order = inUrl ?? 'asc'
  const navigate = useNavigate()
  const go = (change: ObjectsSearch | FilterValues, replace = false) =>
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
  const isProtected = !kind.isGlobal && !kind.isOpenInProtectedSchemas && isProtectedSchema(schema)
  const schemaRefusal = isProtected ? PROTECTED_REASON : undefined
  const refusal = schemaRefusal ?? memberRefusal
  const sort = kind.columns.find((column) => column.sort?.by === sortedBy)?.sort ?? BY_NAME
  const list = useInfiniteQuery(
    kind.queries.list(ref, {
      ...(!kind.isGlobal && { schema }),
      search: find,
      ...(sort !== BY_NAME && { sort: sort.by }),
      order,
      filters,
    }),
  )
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const open = (next: ObjectPanel, of?: number) => go({ panel: next, id: of })
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => open('new')}
      {...(refusal !== undefined && { reason: refusal })}
    >
      {`New ${kind.one}`}
    </Button>
  )
  return (
    <div key={ref} className="relative mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader title={kind.title} description={kind.description} actions={create} />
      <div className="flex flex-wrap items-center gap-2">
        {!kind.isGlobal && (
          <div className="w-52 max-sm:w-full">
            <SchemaPicker
              projectRef={ref}
              schema={schema}
              refusal={memberRefusal}
              onSelect={(next) => go({ schema: next === DEFAULT_SCHEMA ? undefined : next })}
            />
          </div>
        )}
        <div className="w-64 max-sm:w-full">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label={`Find ${kind.many}`}
            placeholder={`Find ${kind.many}...`}
            value={text}
            onValueChange={set}
          />
        </div>
        {kind.Filters && (
          <kind.Filters
            projectRef={ref}
            schema={schema}
            filters={filters}
            onChange={(changed) => go(changed, true)}
          />
        )}
        {list.data && (
          <p className="ml-auto text-ink-muted text-sm tabular-nums" role="status">
            {countText(list.data.pages[0]?.count ?? 0, kind)}
          </p>
        )}
      </div>
      {isProtected && (
        <Callout tone="info" title={`${schema} can only be read`}>
          The platform or an extension manages this schema and relies on its structure.
        </Callout>
      )}
      {kind.Banner && <kind.Banner projectRef={ref} refusal={refusal} />}
      <ObjectTable
        projectRef={ref}
        kind={kind}
        schema={schema}
        find={find}
        isFiltered={isFiltered}
        sort={sort}
        order={order}
        list={list}
        refusal={refusal}
        create={create}
        onSort={(by, next) =>
          go({ sort: by === BY_NAME.by ? undefined : by, order: next === 'desc' ? 'desc' : undefined }, true)
        }
        onClear={() => {
          commitNow('')
          if (isFiltered) go(Object.fromEntries(Object.keys(filters).map((key) => [key, undefined])), true)
        }}
        onOpen={open}
      />
      <ObjectPanels
        projectRef={ref}
        kind={kind}
        panel={panel}
        id={id}
        schema={schema}
        refusal={memberRefusal}
        schemaRefusal={schemaRefusal}
        onOpen={open}
        onClose={() => go({ panel: undefined, id: undefined }, true)}
      />
    </div>
  )
}

const countText = (count: number, { one, many }: { one: string; many: string }) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

function ObjectTable<Item extends ListedObject, Found extends DescribedObject>({
  projectRef,
  kind,
  schema,
  find,
  isFiltered,
  sort,
  order,
  list,
  refusal,
  create,
  onSort,
  onClear,
  onOpen,
}: {
  projectRef: string
  kind: ObjectKindPage<Item, Found>
  schema: string
  find: string
  isFiltered: boolean
  sort: ObjectSort
  order: 'asc' | 'desc'
  list: UseInfiniteQueryResult<InfiniteData<ObjectsOnPage<Item>>>
  /** Why the objects cannot be changed. */
  refusal: string | undefined
  create: React.ReactNode
  onSort: (by: string, order: 'asc' | 'desc') => void
  onClear: () => void
  onOpen: (panel: ObjectPanel, id: number) => void
}) {
  if (list.isPending)
    return <TableSkeleton label={`Loading ${kind.many}`} columns={kind.columns.length + 2} rows={8} />
  if (list.isError && !list.data)
    return (
      <ErrorPanel
        title={`Failed to load ${kind.many}`}
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
        icon={kind.icon}
        title={find !== '' ? `No ${kind.many} match “${find}”` : `No ${kind.many} match these filters`}
        action={<Button onClick={onClear}>{isFiltered ? 'Clear filters' : 'Clear search'}</Button>}
      />
    )
  if (rows.length === 0)
    return (
      <EmptyState
        icon={kind.icon}
        title={kind.isGlobal ? `No ${kind.many} yet` : `No ${kind.many} in ${schema}`}
        action={refusal === undefined && create}
      >
        {kind.description}
      </EmptyState>
    )
  const sortHeader = (label: string, by: ObjectSort) => (
    <SortHeader
      label={label}
      sort={by}
      order={by.by === sort.by ? order : undefined}
      onSort={(next) => onSort(by.by, next)}
    />
  )
  return (
    <>
      <Table
        label={kind.isGlobal ? kind.title : `${kind.title} of ${schema}`}
        rows={rows}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            key: 'name',
            width: '28%',
            header: sortHeader('Name', BY_NAME),
            cell: (item) => (
              <TextLink
                tone="quiet"
                className="wrap-anywhere font-medium text-ink! hover:underline"
                render={
                  <Link
                    to="."
                    search={(known: object) => ({ ...known, panel: 'view', id: item.id })}
                    resetScroll={false}
                    aria-label={kind.labelOf?.(item)}
                  />
                }
              >
                {item.name}
              </TextLink>
            ),
          },
          ...kind.columns.map((column) => ({
            ...column,
            cell: (item: Item) => column.cell(item, projectRef),
            header: column.sort ? sortHeader(column.header, column.sort) : column.header,
          })),
          {
            key: 'actions',
            header: <span className="sr-only">Actions</span>,
            width: '3rem',
            align: 'end',
            cell: (item) => (
              <ObjectMenu
                name={kind.labelOf?.(item) ?? item.name}
                refusal={refusal}
                onOpen={(panel) => onOpen(panel, item.id)}
              />
            ),
          },
        ]}
      />
      {list.hasNextPage && (
        <LoadMore {...loadMoreProps(list)} failure={`Failed to load more ${kind.many}.`} />
      )}
    </>
  )
}

function ObjectMenu({
  name,
  refusal,
  onOpen,
}: {
  name: string
  refusal: string | undefined
  onOpen: (panel: ObjectPanel) => void
}) {
  const locked = refusal !== undefined && { reason: refusal }
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} size="sm" />}>
      <MenuItem icon={refusal === undefined ? Pencil : Lock} {...locked} onSelect={() => onOpen('edit')}>
        Edit
      </MenuItem>
      <MenuItem icon={Copy} {...locked} onSelect={() => onOpen('duplicate')}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive {...locked} onSelect={() => onOpen('delete')}>
        Delete
      </MenuItem>
    </Menu>
  )
}
