import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AuthOverviewPage } from '../../areas/auth/auth/AuthOverviewPage.tsx'
import { authOverviewSearch } from '../../areas/auth/auth/auth-overview.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/overview')({
  validateSearch: searchOf(authOverviewSearch),
  head: () => titleHead('Overview', 'Authentication'),
  component: Overview,
})

function Overview() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <AuthOverviewPage key={ref} project={project} search={Route.useSearch()} />
}
