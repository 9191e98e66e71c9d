import { logScopeOfSlug, logTitles } from '@basalt/contract/logs/log-limits.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { LogsPage } from '../../areas/logs/logs/LogsPage.tsx'
import { type LogsSearch, logsSearch } from '../../areas/logs/logs/logs-search.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/logs/$source')({
  validateSearch: logsSearch,
  beforeLoad: ({ params: { source } }) => {
    if (!logScopeOfSlug(source)) throw notFound()
  },
  head: ({ params: { source } }) => titleHead(logTitles[logScopeOfSlug(source) ?? 'all_logs'], 'Logs'),
  component: Logs,
})

function Logs() {
  const { ref, source } = Route.useParams()
  const scope = logScopeOfSlug(source) ?? 'all_logs'
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: LogsSearch) => navigate({ search: next, replace: true })
  return (
    <LogsPage
      key={`${ref} ${scope}`}
      project={project}
      scope={scope}
      search={search}
      onSearchChange={change}
    />
  )
}
