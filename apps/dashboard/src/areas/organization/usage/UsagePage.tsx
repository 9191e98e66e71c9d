import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { FirstSteps } from '../first-steps/FirstSteps.tsx'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { UsageFilters } from './UsageFilters.tsx'
import { UsagePanel } from './UsagePanel.tsx'
import type { UsageSearch } from './usage-search.rules.ts'

/** The usage page of an organization. `search` is stored in the URL. */
export function UsagePage({
  slug,
  search,
  onSearchChange,
}: {
  slug: string
  search: UsageSearch
  onSearchChange: (search: UsageSearch) => void
}) {
  const { data: organization } = useSuspenseQuery(organizationQueries.detail(slug))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.seeUsage, { slug }))
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-6">
      <PageHeader
        title="Usage"
        description={`By day in UTC. Members are notified of usage beyond the ${organization.plan.name} plan; nothing is disabled.`}
      />
      {refusal === undefined ? (
        <>
          <UsageFilters
            slug={slug}
            createdAt={organization.created_at}
            search={search}
            onSearchChange={onSearchChange}
          />
          <UsagePanel
            slug={slug}
            createdAt={organization.created_at}
            search={search}
            onSearchChange={onSearchChange}
          />
          <FirstSteps slug={slug} projectRef={search.projectRef} />
        </>
      ) : (
        <EmptyState icon={Lock} title="You don’t have access to the usage">
          {refusal}
        </EmptyState>
      )}
    </div>
  )
}
