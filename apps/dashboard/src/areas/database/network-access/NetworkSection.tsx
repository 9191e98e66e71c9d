import type { NetworkAccess } from '@basalt/contract/network-access/network-access.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { BannedAddresses } from './BannedAddresses.tsx'
import { EncryptionSwitch } from './EncryptionSwitch.tsx'
import { networkAccessQueries } from './network-access.queries.ts'
import { RestrictionsForm } from './RestrictionsForm.tsx'

/** The network settings of a project's database: SSL, allowed and banned addresses. */
export function NetworkSection({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeNetworkAccess, { slug, ref }))
  const part = { projectRef: ref, refusal }
  return (
    <>
      <Card title="SSL configuration">
        <WithNetworkAccess projectRef={ref} height="h-12">
          {(access) => <EncryptionSwitch access={access} {...part} />}
        </WithNetworkAccess>
      </Card>
      <Card
        title="Network restrictions"
        description="Addresses that may connect directly and through the poolers. The dashboard and APIs are always allowed."
      >
        <WithNetworkAccess projectRef={ref} height="h-44">
          {(access) => <RestrictionsForm access={access} {...part} />}
        </WithNetworkAccess>
      </Card>
      <Card title="Banned addresses">
        <Bans {...part} />
      </Card>
    </>
  )
}

function WithNetworkAccess({
  projectRef,
  height,
  children,
}: {
  projectRef: string
  height: string
  children: (access: NetworkAccess) => ReactNode
}) {
  const { data, error, isFetching, refetch } = useQuery(networkAccessQueries.of(projectRef))
  if (data) return children(data)
  if (!error) return <Skeleton className={`${height} w-full`} />
  return (
    <ErrorPanel
      title="Failed to load network settings"
      message={error.message}
      requestId={requestIdOf(error)}
      onRetry={refetch}
      retrying={isFetching}
    />
  )
}

function Bans({ projectRef, refusal }: { projectRef: string; refusal: string | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(networkAccessQueries.bans(projectRef))
  if (data) return <BannedAddresses projectRef={projectRef} bans={data} refusal={refusal} />
  if (!error) return <Skeleton className="h-10 w-full" />
  return (
    <ErrorPanel
      title="Failed to load banned addresses"
      message={error.message}
      requestId={requestIdOf(error)}
      onRetry={refetch}
      retrying={isFetching}
    />
  )
}
