import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { UsersPage } from '../../areas/auth/auth/UsersPage.tsx'
import { usersSearch } from '../../areas/auth/auth/users-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/users')({
  validateSearch: searchOf(usersSearch),
  head: () => titleHead('Users', 'Authentication'),
  component: Users,
})

function Users() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <UsersPage key={ref} project={project} search={Route.useSearch()} />
}
