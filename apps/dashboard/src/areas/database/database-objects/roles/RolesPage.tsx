import { connectionTone } from '@basalt/contract/database-objects/roles/roles.rules.ts'
import type { ListedRole } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Pencil, Plus, Search, Trash2, UsersRound } from 'lucide-react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { ObjectPanels } from '../ObjectPanels.tsx'
import type { ObjectPanel } from '../objects-url.rules.ts'
import { attributesOf, roleKindPage } from './role-kind-page.tsx'
import { roleQueries } from './roles.queries.ts'
import type { RolesSearch } from './roles-url.rules.ts'

const SEARCH_DELAY_MS = 250

const PROTECTED = 'The platform relies on this role. It can only be read.'

/** The roles of a project's database server, with their connections. */
export function RolesPage({
  project,
  search: { find = '', panel, id, active },
}: {
  project: Project
  search: RolesSearch
}) {
  const { ref } = project
  const navigate = useNavigate()
  const go = (change: RolesSearch, replace = false) =>
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
  const open = (next: ObjectPanel, of?: number) => go({ panel: next, id: of })
  const group = { projectRef: ref, find, isActive: active === true, refusal, onOpen: open }
  return (
    <div key={ref} className="relative mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title={roleKindPage.title}
        description={roleKindPage.description}
        actions={
          <Button
            variant="primary"
            icon={Plus}
            onClick={() => open('new')}
            {...(refusal !== undefined && { reason: refusal })}
          >
            New role
          </Button>
        }
      />
      <Connections projectRef={ref} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <div className="w-64 max-sm:w-full">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label="Find roles"
            placeholder="Find roles..."
            value={text}
            onValueChange={set}
          />
        </div>
        <RadioGroup
          layout="inline"
          aria-label="Roles to show"
          options={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Active' },
          ]}
          value={active ? 'active' : 'all'}
          onValueChange={(next) => go({ active: next === 'active' || undefined }, true)}
        />
      </div>
      <RoleGroup
        {...group}
        title="Your roles"
        isProtected={false}
        empty={
          find !== '' ? (
            <EmptyState
              icon={UsersRound}
              title={`None of your roles match “${find}”`}
              action={<Button onClick={() => commitNow('')}>Clear search</Button>}
            />
          ) : active ? (
            <EmptyState icon={UsersRound} title="None of your roles has a connection" />
          ) : (
            <EmptyState icon={UsersRound} title="No roles of your own">
              Create one for each program that connects, so that each has only the rights that it needs.
            </EmptyState>
          )
        }
      />
      <RoleGroup
        {...group}
        title="Protected roles"
        isProtected
        empty={<p className="text-ink-muted text-sm">No protected roles match.</p>}
      />
      <ObjectPanels
        projectRef={ref}
        kind={roleKindPage}
        panel={panel}
        id={id}
        schema=""
        refusal={refusal}
        schemaRefusal={undefined}
        onOpen={open}
        onClose={() => go({ panel: undefined, id: undefined }, true)}
      />
    </div>
  )
}

/** How many connections are open, of how many. */
function Connections({ projectRef: ref }: { projectRef: string }) {
  const { data, error, isFetching, refetch } = useQuery(roleQueries.connections(ref))
  if (error && !data)
    return (
      <ErrorPanel
        title="Failed to count connections"
        message={error.message}
        requestId={requestIdOf(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const { used, max, reserved } = data ?? { used: 0, max: 0, reserved: 0 }
  const tone = connectionTone(used, max)
  return (
    <section aria-label="Connections" className="rounded-md border border-line bg-surface-1 px-4 py-3">
      <ProgressBar
        label="Connections"
        value={data ? (used / max) * 100 : 0}
        valueText={data ? `${used} of ${max}` : '…'}
        tone={tone === 'normal' ? 'brand' : tone}
      />
      <p className="mt-2 text-ink-muted text-xs">
        {data
          ? `${reserved} of them are reserved for superusers. Refreshes every 10 seconds.`
          : 'Counting connections…'}
      </p>
    </section>
  )
}

function RoleGroup({
  projectRef: ref,
  title,
  isProtected,
  find,
  isActive,
  refusal: memberRefusal,
  empty,
  onOpen,
}: {
  projectRef: string
  title: string
  isProtected: boolean
  find: string
  isActive: boolean
  refusal: string | undefined
  empty: React.ReactNode
  onOpen: (panel: ObjectPanel, id: number) => void
}) {
  const list = useInfiniteQuery(
    roleQueries.list(ref, {
      search: find,
      order: 'asc',
      filters: { protected: String(isProtected), ...(isActive && { active: 'true' }) },
    }),
  )
  const counted = useQuery(roleQueries.connections(ref)).data?.roles
  const count = list.data?.pages[0]?.count
  const connectionsOf = ({ name, active_connections }: ListedRole) =>
    counted ? (counted.find((role) => role.name === name)?.connections ?? 0) : active_connections
  const refusal = isProtected ? PROTECTED : memberRefusal
  const reason = refusal !== undefined && { reason: refusal }
  const columns: TableColumn<ListedRole>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ id, name }) => (
        <TextLink
          tone="quiet"
          className="wrap-anywhere font-medium text-ink! hover:underline"
          render={
            <Link to="." search={(known: object) => ({ ...known, panel: 'view', id })} resetScroll={false} />
          }
        >
          {name}
        </TextLink>
      ),
    },
    {
      key: 'attributes',
      header: 'Attributes',
      width: '45%',
      wideOnly: true,
      cell: (role) => (
        <span className="flex flex-wrap gap-1 py-1.5">
          {attributesOf(role).map((attribute) => (
            <Badge key={attribute}>{attribute}</Badge>
          ))}
        </span>
      ),
    },
    {
      key: 'connections',
      header: 'Connections',
      width: '8rem',
      align: 'end',
      cell: (role) => (
        <span className="tabular-nums">
          {connectionsOf(role)}
          {role.connection_limit !== -1 && ` of ${role.connection_limit}`}
        </span>
      ),
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      width: '3rem',
      align: 'end',
      cell: ({ id, name }) => (
        <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for ${name}`} />}>
          <MenuItem icon={Pencil} onSelect={() => onOpen('edit', id)} {...reason}>
            Edit
          </MenuItem>
          <MenuItem
            icon={Copy}
            onSelect={() => onOpen('duplicate', id)}
            {...(memberRefusal !== undefined && { reason: memberRefusal })}
          >
            Duplicate
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} destructive onSelect={() => onOpen('delete', id)} {...reason}>
            Delete
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="flex items-baseline gap-2 pt-2 font-semibold text-base">
        {title}
        {count !== undefined && (
          <span className="font-normal text-ink-muted text-sm tabular-nums">
            {count.toLocaleString('en')}
          </span>
        )}
      </h2>
      {list.isPending ? (
        <TableSkeleton label={`Loading ${title.toLowerCase()}`} columns={4} rows={4} />
      ) : !list.data ? (
        <ErrorPanel
          title="Failed to load roles"
          message={list.error?.message}
          requestId={requestIdOf(list.error)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : count === 0 ? (
        empty
      ) : (
        <>
          <Table
            label={title}
            rows={list.data.pages.flatMap(({ objects }) => objects)}
            rowKey={({ id }) => String(id)}
            columns={columns}
          />
          {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure="Failed to load more roles." />}
        </>
      )}
    </section>
  )
}
