import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import {
  type PerformanceSearch,
  performanceSearch,
} from '../../areas/database/query-performance/performance-search.rules.ts'
import { QueryPerformancePage } from '../../areas/database/query-performance/QueryPerformancePage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/reports/query-performance')({
  validateSearch: performanceSearch,
  head: () => titleHead('Query Performance', 'Advisors'),
  component: QueryPerformance,
})

function QueryPerformance() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: PerformanceSearch) => navigate({ search: next, replace: true })
  return <QueryPerformancePage key={ref} project={project} search={search} onSearchChange={change} />
}
