import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { ReportsPage } from '../../areas/reports/reports/ReportsPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/reports/')({
  head: () => titleHead('Reports', 'Reports'),
  component: Reports,
})

function Reports() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <ReportsPage key={ref} project={project} />
}
