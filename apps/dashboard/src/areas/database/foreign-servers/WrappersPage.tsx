import type { ForeignServers } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { UNAVAILABLE_WRAPPERS } from '@basalt/contract/foreign-servers/unavailable-wrappers.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Cable, Lock, Plus, PowerOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { UnavailableHere } from '../database-objects/UnavailableHere.port.tsx'
import { foreignServerQueries } from './foreign-servers.queries.ts'
import { ServerCard } from './ServerCard.tsx'
import { ServerPanels } from './ServerPanels.tsx'
import type { WrappersSearch } from './wrappers-url.rules.ts'

/** Tables of other PostgreSQL servers, and the wrappers that are missing here. */
export function WrappersPage({ project, search }: { project: Project; search: WrappersSearch }) {
  const { ref, organization_slug: slug, status } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.readWithSql, { slug, ref }))
  const changeRefusal = useChangeRefusal(needs.runAnySql, { slug, ref })
  const navigate = useNavigate()
  const go = ({ panel, server }: Pick<WrappersSearch, 'panel' | 'server'>, replace = false) =>
    void navigate({ to: '.', search: { category: 'wrapper', panel, server }, replace, resetScroll: false })
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => go({ panel: 'new' })}
      reason={refusal ?? changeRefusal ?? (can('query', status) ? undefined : 'The database is not running')}
    >
      Add a server
    </Button>
  )
  return (
    <div className="relative mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Wrappers"
        description="Tables of other PostgreSQL servers, read and written in SQL as if they were here."
        actions={create}
      />
      {refusal !== undefined ? (
        <EmptyState icon={Lock} title="You don’t have access to the wrappers">
          {refusal}
        </EmptyState>
      ) : can('query', status) ? (
        <Servers
          projectRef={ref}
          search={search}
          refusal={changeRefusal}
          create={changeRefusal === undefined && create}
          onGo={go}
        />
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
  /** Why the caller may not change servers. */
  refusal: string | undefined
  create: ReactNode
  onGo: (search: Pick<WrappersSearch, 'panel' | 'server'>, replace?: boolean) => void
}

function Servers({ projectRef: ref, search, refusal, create, onGo }: Props) {
  const { data, error, isFetching, refetch } = useQuery(foreignServerQueries.all(ref))
  if (!data && error)
    return (
      <ErrorPanel
        title="Failed to load the servers"
        message={error.message}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton className="h-64 w-full" />
  return (
    <section aria-label="Servers" className="flex flex-col gap-4">
      {data.servers.length === 0 ? (
        <EmptyState icon={Cable} title="No servers yet" action={create}>
          A server has an address and a login. Its tables are chosen from a list afterwards.
        </EmptyState>
      ) : (
        data.servers.map((server) => (
          <ServerCard
            // The result of a test is about the server as it was.
            key={JSON.stringify([server.id, server.address, server.port, server.database, server.mappings])}
            projectRef={ref}
            server={server}
            refusal={refusal}
            onOpen={(panel) => onGo({ panel, server: server.name })}
          />
        ))
      )}
      <Notes servers={data} />
      {refusal === undefined && (
        <ServerPanels projectRef={ref} found={data} search={search} onClose={() => onGo({}, true)} />
      )}
    </section>
  )
}

/** What the list does not show: where passwords are, and which addresses are allowed. */
const Notes = ({ servers: { allows_private_networks } }: { servers: ForeignServers }) => (
  <Callout title="Who can read the passwords">
    PostgreSQL connects by itself, so it keeps them in this database. It shows them in pg_user_mappings to
    postgres alone. No page, log or answer of Basalt has them; a dump of the whole database does.{' '}
    {allows_private_networks
      ? 'Servers may be in private networks: the operator allows it.'
      : 'Servers have public addresses. Those in private networks and on the platform’s own machine are refused unless the operator has listed them.'}
  </Callout>
)
