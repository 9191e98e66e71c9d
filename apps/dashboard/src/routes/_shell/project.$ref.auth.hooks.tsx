import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AuthHooksPage } from '../../areas/auth/auth/AuthHooksPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/hooks')({
  head: () => titleHead('Auth Hooks', 'Authentication'),
  component: Hooks,
})

function Hooks() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <AuthHooksPage key={ref} project={project} />
}
