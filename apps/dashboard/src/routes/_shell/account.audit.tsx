import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AccountAudit } from '../../areas/organization/audit/AccountAudit.tsx'
import { type AuditSearch, auditSearch } from '../../areas/organization/audit/audit-filter.rules.ts'

export const Route = createFileRoute('/_shell/account/audit')({
  validateSearch: auditSearch,
  head: () => titleHead('Audit log', 'Account'),
  component: AccountAuditRoute,
})

function AccountAuditRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: AuditSearch) => navigate({ search: next, replace: true })
  return <AccountAudit search={search} onSearchChange={change} />
}
