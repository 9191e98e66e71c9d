import type { ForeignServers } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { UNAVAILABLE_WRAPPERS } from '@basalt/contract/foreign-servers/unavailable-wrappers.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Cable, Lock, Plus, PowerOff, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { countText } from '../database-objects/count-text.rules.ts'
import { ListContent } from '../database-objects/ListContent.tsx'
import { NoMatch } from '../database-objects/NoMatch.tsx'
import { UnavailableHere } from '../database-objects/UnavailableHere.port.tsx'
import { useListSearch } from '../database-objects/use-list-search.ts'
import { FileTables } from '../foreign-files/FileTables.tsx'
import { foreignServerQueries } from './foreign-servers.queries.ts'
import { ServerCard } from './ServerCard.tsx'
import { ServerPanels } from './ServerPanels.tsx'
import { filePanels, type WrappersSearch } from './wrappers-url.rules.ts'

/** Servers from which on a search is offered. */
const SEARCHED_FROM = 5

/** Tables of other PostgreSQL servers and of files, and the wrappers that are missing here. */
export function WrappersPage({ project, search }: { project: Project; search: WrappersSearch }) {
  const { ref, organization_slug: slug, status } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.readWithSql, { slug, ref }))
  const changeRefusal = useChangeRefusal(needs.runAnySql, { slug, ref })
  const { go, typed } = useListSearch<WrappersSearch>(search.find ?? '', 'find')
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => go({ panel: 'new', server: undefined })}
      reason={refusal ?? changeRefusal ?? (can('query', status) ? undefined : 'The database is not running')}
    >
      Add a server
    </Button>
  )
  return (
    <div className="relative mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Wrappers"
        description="Tables of other PostgreSQL servers and of files, used in SQL as if they were here."
        actions={create}
      />
      {refusal !== undefined ? (
        <EmptyState icon={Lock} title="You don’t have access to the wrappers">
          {refusal}
        </EmptyState>
      ) : can('query', status) ? (
        <>
          <Servers
            projectRef={ref}
            search={search}
            typed={typed}
            refusal={changeRefusal}
            create={changeRefusal === undefined && create}
            onGo={go}
          />
          <FileTables
            projectRef={ref}
            panel={filePanels.find((panel) => panel === search.panel)}
            tableId={search.table}
            refusal={changeRefusal}
            onGo={(panel, table) => go({ panel, server: undefined, table }, panel === undefined)}
          />
        </>
      ) : (
        <EmptyState icon={PowerOff} title="The database is not running">
          {statusLabels[status]}. Its servers are listed while it runs.
        </EmptyState>
      )}
      <UnavailableHere what="wrappers" rows={UNAVAILABLE_WRAPPERS} />
    </div>
  )
}

interface Props {
  projectRef: string
  search: WrappersSearch
  /** The text that servers are searched for. */
  typed: ReturnType<typeof useListSearch>['typed']
  /** Why the caller may not change servers. */
  refusal: string | undefined
  create: ReactNode
  onGo: (search: Pick<WrappersSearch, 'panel' | 'server'>, replace?: boolean) => void
}

function Servers({ projectRef: ref, search, typed, refusal, create, onGo }: Props) {
  const { find = '' } = search
  const list = useInfiniteQuery(foreignServerQueries.pages(ref, find))
  const [first] = list.data?.pages ?? []
  const isSearched = find !== '' || (first?.count ?? 0) > SEARCHED_FROM
  return (
    <section aria-label="Servers" className="flex flex-col gap-4">
      {isSearched && (
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-64 max-sm:w-full">
            <Input
              size="sm"
              type="search"
              icon={Search}
              aria-label="Find servers"
              placeholder="Find servers..."
              value={typed.text}
              onValueChange={typed.set}
            />
          </div>
          {first && (
            <p className="ml-auto text-ink-muted text-sm tabular-nums" role="status">
              {countText(first.count, 'server', 'servers')}
            </p>
          )}
        </div>
      )}
      <ListContent
        list={list}
        many="servers"
        skeleton={<Skeleton className="h-64 w-full" />}
        empty={
          find === '' ? (
            <EmptyState icon={Cable} title="No servers yet" action={create}>
              Add its address and a login, then choose its tables from a list.
            </EmptyState>
          ) : (
            <NoMatch
              icon={Cable}
              many="servers"
              find={find}
              isFiltered={false}
              onClear={() => typed.commitNow('')}
            />
          )
        }
      >
        {(servers) =>
          servers.map((server) => (
            <ServerCard
              // The result of a test is about the server as it was.
              key={JSON.stringify([server.id, server.address, server.port, server.database, server.mappings])}
              projectRef={ref}
              server={server}
              refusal={refusal}
              onOpen={(panel) => onGo({ panel, server: server.name })}
            />
          ))
        }
      </ListContent>
      {first && <Notes servers={first} />}
      {first && refusal === undefined && (
        <ServerPanels
          projectRef={ref}
          found={first}
          search={search}
          onClose={() => onGo({ panel: undefined, server: undefined }, true)}
        />
      )}
    </section>
  )
}

/** What the list does not show: where passwords are, and which addresses are allowed. */
const Notes = ({
  servers: { allows_private_networks },
}: {
  servers: Pick<ForeignServers, 'allows_private_networks'>
}) => (
  <Callout title="Where the passwords are">
    Basalt keeps passwords sealed outside of this database, and sends each only to the host that it was
    entered for. The database has a token, which works nowhere else: dumps, branches and other copies need
    their logins set again.{' '}
    {allows_private_networks
      ? 'Servers may be in private networks.'
      : 'Servers need public addresses, unless the operator allows private networks.'}
  </Callout>
)
