import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestIdOf } from '../../../api/api-error.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { DedicatedPoolerForm } from './DedicatedPoolerForm.tsx'
import { PoolActivityCard } from './PoolActivityCard.tsx'
import { poolerQueries } from './poolers.queries.ts'
import { SharedPoolerForm } from './SharedPoolerForm.tsx'

/** The connection pooling settings of a project. Older links use the other anchor. */
export function PoolingSection({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changePoolers, { slug, ref }))
  return (
    <div id="connection-pooling" className="flex scroll-mt-6 flex-col gap-6">
      <div id="connection-pooler" className="scroll-mt-6">
        <Card
          title="Connection pooling"
          description={
            <>
              The shared pooler lets many clients use few database connections. Log in as{' '}
              <code className="wrap-anywhere text-xs">{`postgres.${ref}`}</code>.
            </>
          }
        >
          <Shared projectRef={ref} refusal={refusal} />
        </Card>
      </div>
      <PoolActivityCard projectRef={ref} />
      <Card
        title="Dedicated pooler"
        description="A pooler for this project only, where the login is the plain role name."
      >
        <Dedicated projectRef={ref} slug={slug} refusal={refusal} />
      </Card>
    </div>
  )
}

interface Part {
  projectRef: string
  refusal: string | undefined
}

function Shared({ projectRef, refusal }: Part) {
  const { data, error, isFetching, refetch } = useQuery(poolerQueries.shared(projectRef))
  if (data) return <SharedPoolerForm projectRef={projectRef} rows={data} refusal={refusal} />
  if (!error) return <Skeleton className="h-64 w-full" />
  return (
    <ErrorPanel
      title="Failed to load the shared pooler settings"
      message={error.message}
      requestId={requestIdOf(error)}
      onRetry={refetch}
      retrying={isFetching}
    />
  )
}

function Dedicated({ projectRef, slug, refusal }: Part & { slug: string }) {
  const { data, error, isFetching, refetch } = useQuery(poolerQueries.dedicated(projectRef))
  if (data?.pgbouncer_enabled)
    return <DedicatedPoolerForm projectRef={projectRef} pooler={data} refusal={refusal} />
  if (data)
    return (
      <Callout
        title="Not on the free plan"
        action={
          <ButtonLink render={<Link to="/org/$slug/billing" params={{ slug }} />}>See plans</ButtonLink>
        }
      >
        All other plans have a dedicated pooler for each project. Until then, use the shared one.
      </Callout>
    )
  if (!error) return <Skeleton className="h-40 w-full" />
  return (
    <ErrorPanel
      title="Failed to load the dedicated pooler settings"
      message={error.message}
      requestId={requestIdOf(error)}
      onRetry={refetch}
      retrying={isFetching}
    />
  )
}
