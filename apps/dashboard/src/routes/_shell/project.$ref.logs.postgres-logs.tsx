import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { LogsPage } from '../../areas/logs/logs/LogsPage.tsx'
import { type LogsSearch, logsSearch } from '../../areas/logs/logs/logs-search.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/logs/postgres-logs')({
  validateSearch: logsSearch,
  head: () => titleHead('Postgres', 'Logs'),
  component: Logs,
})

function Logs() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: LogsSearch) => navigate({ search: next, replace: true })
  return (
    <LogsPage key={ref} project={project} scope="postgres_logs" search={search} onSearchChange={change} />
  )
}
