import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Plus } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { OrganizationLink } from './OrganizationLink.tsx'
import { organizationQueries } from './organizations.queries.ts'

export function OrganizationsPage({ mayCreate }: { mayCreate: boolean }) {
  const create = mayCreate && (
    <ButtonLink variant="primary" icon={Plus} render={<Link to="/new" />}>
      New organization
    </ButtonLink>
  )
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Organizations" actions={create} />
      <OrganizationList mayCreate={mayCreate} />
    </div>
  )
}

function OrganizationList({ mayCreate }: { mayCreate: boolean }) {
  const organizations = useQuery(organizationQueries.list())
  if (organizations.isPending) return <Skeleton className="h-16 rounded-md" />
  if (organizations.isError)
    return (
      <ErrorPanel
        title="Failed to load organizations"
        message={organizations.error.message}
        requestId={requestIdOf(organizations.error)}
        onRetry={organizations.refetch}
        retrying={organizations.isFetching}
      />
    )
  if (organizations.data.length === 0)
    return (
      <EmptyState
        icon={Building2}
        title="No organizations yet"
        action={
          mayCreate && (
            <ButtonLink variant="primary" render={<Link to="/new" />}>
              Create organization
            </ButtonLink>
          )
        }
      >
        {mayCreate
          ? 'An organization holds projects and the people who work on them.'
          : 'Ask the owner of this installation to add you to one.'}
      </EmptyState>
    )
  return (
    <Card padded={false}>
      <ul aria-label="Organizations" className="divide-y divide-line">
        {organizations.data.map((organization) => (
          <li key={organization.id}>
            <OrganizationLink organization={organization} to="/org/$slug" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
