import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { PrivilegesPage } from '../../areas/database/database-objects/privileges/PrivilegesPage.tsx'
import { privilegesSearch } from '../../areas/database/database-objects/privileges/privileges-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/column-privileges')({
  validateSearch: searchOf(privilegesSearch),
  head: () => titleHead('Column privileges', 'Database'),
  component: ColumnPrivileges,
})

function ColumnPrivileges() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <PrivilegesPage project={project} search={Route.useSearch()} />
}
