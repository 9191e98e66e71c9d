import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { QuickStartPage } from '../../areas/auth/auth/QuickStartPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { aTextUpTo, searchOf } from '../../lib/shape.ts'

const FRAMEWORK_MAX = 40

export const Route = createFileRoute('/_shell/project/$ref/auth/quick-start')({
  validateSearch: searchOf({ framework: aTextUpTo(FRAMEWORK_MAX) }),
  head: () => titleHead('Quick start', 'Authentication'),
  component: QuickStart,
})

function QuickStart() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <QuickStartPage key={ref} project={project} framework={Route.useSearch().framework} />
}
