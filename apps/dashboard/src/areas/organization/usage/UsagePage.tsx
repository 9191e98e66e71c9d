import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { UsageFilters } from './UsageFilters.tsx'
import { UsagePanel } from './UsagePanel.tsx'
import type { UsageSearch } from './usage-range.rules.ts'

/** What the projects of an organization used. `search` lives in the URL. */
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
        description={`Measured on this installation, by day in UTC. What goes beyond the ${organization.plan.name} plan is told to the members; nothing is switched off.`}
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
        </>
      ) : (
        <EmptyState icon={Lock} title="Usage is not yours to see">
          {refusal}
        </EmptyState>
      )}
    </div>
  )
}
