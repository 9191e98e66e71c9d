import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { RolesPage } from '../../areas/database/database-objects/roles/RolesPage.tsx'
import { rolesSearch } from '../../areas/database/database-objects/roles/roles-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/roles')({
  validateSearch: searchOf(rolesSearch),
  head: () => titleHead('Roles', 'Database'),
  component: Roles,
})

function Roles() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <RolesPage project={project} search={Route.useSearch()} />
}
