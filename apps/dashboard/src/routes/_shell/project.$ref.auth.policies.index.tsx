import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { PoliciesPage } from '../../areas/database/database-objects/policies/PoliciesPage.tsx'
import { policiesSearch } from '../../areas/database/database-objects/policies/policies-url.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/auth/policies/')({
  validateSearch: searchOf(policiesSearch),
  head: () => titleHead('Policies', 'Authentication'),
  component: Policies,
})

function Policies() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <PoliciesPage project={project} search={Route.useSearch()} />
}
