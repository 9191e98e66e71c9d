import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AdvisorPage } from '../../areas/database/advisors/AdvisorPage.tsx'
import { type AdvisorsSearch, advisorsSearch } from '../../areas/database/advisors/advisors-search.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/advisors/performance')({
  validateSearch: advisorsSearch,
  head: () => titleHead('Performance', 'Advisors'),
  component: PerformanceAdvisor,
})

function PerformanceAdvisor() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: AdvisorsSearch) => navigate({ search: next, replace: true })
  return (
    <AdvisorPage key={ref} project={project} kind="performance" search={search} onSearchChange={change} />
  )
}
