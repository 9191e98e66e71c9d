import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { type ExplorerSearch, explorerSearch } from '../../areas/logs/logs/explorer-search.rules.ts'
import { LogsExplorerPage } from '../../areas/logs/logs/LogsExplorerPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/logs/explorer')({
  validateSearch: explorerSearch,
  head: () => titleHead('Explorer', 'Logs'),
  component: Explorer,
})

function Explorer() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: ExplorerSearch) => navigate({ search: next, replace: true })
  return <LogsExplorerPage key={ref} project={project} search={search} onSearchChange={change} />
}
