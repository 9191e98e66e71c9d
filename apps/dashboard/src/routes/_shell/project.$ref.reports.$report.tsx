import { presetReportOf, presetReportTitles } from '@basalt/contract/metrics/preset-reports.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { PresetReportPage } from '../../areas/reports/metrics/PresetReportPage.tsx'
import { type ReportSearch, reportSearch } from '../../areas/reports/metrics/report-search.rules.ts'

export const Route = createFileRoute('/_shell/project/$ref/reports/$report')({
  validateSearch: reportSearch,
  beforeLoad: ({ params: { report } }) => {
    if (!presetReportOf(report)) throw notFound()
  },
  head: ({ params: { report } }) =>
    titleHead(presetReportTitles[presetReportOf(report) ?? 'database'], 'Reports'),
  component: Report,
})

function Report() {
  const { ref, report } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: ReportSearch) => navigate({ search: next, replace: true })
  return (
    <PresetReportPage
      key={`${ref} ${report}`}
      project={project}
      report={presetReportOf(report) ?? 'database'}
      search={search}
      onSearchChange={change}
    />
  )
}
