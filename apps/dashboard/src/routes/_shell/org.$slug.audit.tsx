import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { type AuditSearch, auditSearch } from '../../areas/organization/audit/audit-filter.rules.ts'
import { OrganizationAudit } from '../../areas/organization/audit/OrganizationAudit.tsx'
import { OrganizationSettingsTabs } from '../../areas/organization/organizations/OrganizationSettingsTabs.tsx'

export const Route = createFileRoute('/_shell/org/$slug/audit')({
  validateSearch: auditSearch,
  head: () => titleHead('Audit log', 'Organization settings'),
  component: OrganizationAuditRoute,
})

function OrganizationAuditRoute() {
  const { slug } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const tabs = <OrganizationSettingsTabs slug={slug} />
  const change = (next: AuditSearch) => navigate({ search: next, replace: true })
  return <OrganizationAudit key={slug} slug={slug} tabs={tabs} search={search} onSearchChange={change} />
}
