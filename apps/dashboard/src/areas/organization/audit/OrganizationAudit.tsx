import { auditRetentionDays } from '@basalt/contract/audit/audit.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { organizationQueries } from '../organizations/organizations.queries.ts'
import { permissionQueries } from '../permissions/permissions.queries.ts'
import { AuditLog } from './AuditLog.tsx'
import type { AuditSearch } from './audit-filter.rules.ts'

/** The audit log of an organization, for members who may read it. */
export function OrganizationAudit({
  slug,
  tabs,
  search,
  onSearchChange,
}: {
  slug: string
  tabs: ReactNode
  search: AuditSearch
  onSearchChange: (search: AuditSearch) => void
}) {
  const { data: organization } = useSuspenseQuery(organizationQueries.detail(slug))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.seeAudit, { slug }))
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Organization settings" />
      {tabs}
      {refusal === undefined ? (
        <AuditLog
          subject={{ slug }}
          description={
            <p className="text-ink-muted">
              Changes and refused requests in this organization and its projects in the last{' '}
              {auditRetentionDays[organization.plan.id]} days.
            </p>
          }
          search={search}
          onSearchChange={onSearchChange}
        />
      ) : (
        <EmptyState icon={Lock} title="You don’t have access to the audit log">
          {refusal}
        </EmptyState>
      )}
    </div>
  )
}
