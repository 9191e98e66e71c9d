import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { PoliciesPage } from '../../areas/storage/storage/policies/PoliciesPage.tsx'
import { aText, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/storage/files/policies')({
  validateSearch: searchOf({ search: aText }),
  head: () => titleHead('Policies', 'Storage'),
  component: PoliciesRoute,
})

function PoliciesRoute() {
  const { ref } = Route.useParams()
  const { search = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return (
    <PoliciesPage
      key={ref}
      project={project}
      search={search}
      onSearchChange={(text) => navigate({ search: { search: text || undefined }, replace: true })}
    />
  )
}
