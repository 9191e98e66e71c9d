import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AuthAuditPage } from '../../areas/auth/auth/AuthAuditPage.tsx'
import { authAuditSearch } from '../../areas/auth/auth/auth-audit-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/audit-logs')({
  validateSearch: searchOf(authAuditSearch),
  head: () => titleHead('Audit Logs', 'Authentication'),
  component: AuditLogs,
})

function AuditLogs() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <AuthAuditPage key={ref} project={project} search={Route.useSearch()} />
}
