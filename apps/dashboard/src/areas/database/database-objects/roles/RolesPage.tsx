import { connectionTone } from '@basalt/contract/database-objects/roles/roles.rules.ts'
import type { ListedRole, RoleConnections } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { useChangeRefusal } from '../../../project/production-lock/production-lock.port.ts'
import { CreateButton } from '../CreateButton.tsx'
import { countedText } from '../count-text.rules.ts'
import { ListContent } from '../ListContent.tsx'
import { ListFrame } from '../ListFrame.tsx'
import { ObjectLink } from '../ObjectLink.tsx'
import { ObjectMenu } from '../ObjectMenu.tsx'
import { ObjectPanels } from '../ObjectPanels.tsx'
import type { ObjectPanel } from '../objects-url.rules.ts'
import { useListSearch } from '../use-list-search.ts'
import { attributesOf, roleKindPage } from './role-kind-page.tsx'
import { roleQueries } from './roles.queries.ts'
import type { RolesSearch } from './roles-url.rules.ts'

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
  const { go, typed } = useListSearch<RolesSearch>(find, 'find')
  const refusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const open = (next: ObjectPanel, of?: number) => go({ panel: next, id: of })
  const create = <CreateButton one="role" refusal={refusal} onClick={() => open('new')} />
  const listOf = (isProtected: boolean) =>
    roleQueries.list(ref, {
      search: find,
      order: 'asc',
      filters: { protected: String(isProtected), ...(active && { active: 'true' }) },
    })
  const connections = useQuery(roleQueries.connections(ref))
  const own = useInfiniteQuery(listOf(false))
  const platform = useInfiniteQuery(listOf(true))
  // A database that is away fails all of them, and is told of once.
  const failed = [own, platform, connections].filter(({ isLoadingError }) => isLoadingError)
  const [failure] = failed
  const group = { counted: connections.data?.roles, refusal, onOpen: open }
  return (
    <ListFrame
      projectRef={ref}
      title={roleKindPage.title}
      description={roleKindPage.description}
      actions={create}
      top={
        failure?.error ? (
          <ErrorPanel
            title={
              failed.includes(own) || failed.includes(platform)
                ? 'Failed to load roles'
                : 'Failed to count connections'
            }
            message={failure.error.message}
            requestId={requestIdOf(failure.error)}
            retrying={failed.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              for (const { refetch } of failed) void refetch()
            }}
          />
        ) : (
          <Connections counted={connections.data} />
        )
      }
      many="roles"
      typed={typed}
      filters={
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
      }
    >
      <RoleGroup
        {...group}
        list={own}
        title="Your roles"
        isProtected={false}
        empty={
          find !== '' ? (
            <EmptyState
              icon={UsersRound}
              title={`None of your roles match “${find}”`}
              action={<Button onClick={() => typed.commitNow('')}>Clear search</Button>}
            />
          ) : active ? (
            <EmptyState icon={UsersRound} title="None of your roles has a connection" />
          ) : (
            <EmptyState
              icon={UsersRound}
              title="No roles of your own"
              action={refusal === undefined && create}
            >
              Create one for each program that connects, so that each has only the rights that it needs.
            </EmptyState>
          )
        }
      />
      <RoleGroup
        {...group}
        list={platform}
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
    </ListFrame>
  )
}

/** How many connections are open, of how many. */
function Connections({ counted: data }: { counted: RoleConnections | undefined }) {
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
  title,
  isProtected,
  list,
  counted,
  refusal: memberRefusal,
  empty,
  onOpen,
}: {
  title: string
  isProtected: boolean
  list: ComponentProps<typeof ListContent<ListedRole>>['list']
  /** The connections of each role now, once they are counted. */
  counted: RoleConnections['roles'] | undefined
  refusal: string | undefined
  empty: ReactNode
  onOpen: (panel: ObjectPanel, id: number) => void
}) {
  const count = list.data?.pages[0]?.count
  const connectionsOf = ({ name, active_connections }: ListedRole) =>
    counted ? (counted.find((role) => role.name === name)?.connections ?? 0) : active_connections
  const refusal = isProtected ? PROTECTED : memberRefusal
  const columns: TableColumn<ListedRole>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ id, name }) => <ObjectLink id={id} name={name} />,
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
        <ObjectMenu
          name={name}
          refusal={refusal}
          copyRefusal={memberRefusal}
          onOpen={(panel) => onOpen(panel, id)}
        />
      ),
    },
  ]
  if (list.isLoadingError) return null
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="flex items-baseline gap-2 pt-2 font-semibold text-base">
        {title}
        {count !== undefined && (
          <span className="font-normal text-ink-muted text-sm tabular-nums">{countedText(count)}</span>
        )}
      </h2>
      <ListContent
        list={list}
        many="roles"
        skeleton={<TableSkeleton label={`Loading ${title.toLowerCase()}`} columns={4} rows={4} />}
        empty={empty}
      >
        {(rows) => <Table label={title} rows={rows} rowKey={({ id }) => String(id)} columns={columns} />}
      </ListContent>
    </section>
  )
}
