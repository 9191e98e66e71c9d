import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { type ReportSearch, reportSearch } from '../../areas/reports/metrics/report-search.rules.ts'
import { CustomReportPage } from '../../areas/reports/reports/CustomReportPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/reports/custom/$id')({
  validateSearch: reportSearch,
  head: () => titleHead('Report', 'Reports'),
  component: CustomReport,
})

function CustomReport() {
  const { ref, id } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: ReportSearch) => navigate({ search: next, replace: true })
  return (
    <CustomReportPage
      key={`${ref} ${id}`}
      project={project}
      id={id}
      search={search}
      onSearchChange={change}
    />
  )
}
