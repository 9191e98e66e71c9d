import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { titled } from '../../app/page-title.ts'
import { projectQueries } from '../../features/projects/projects.queries.ts'
import { PoliciesPage } from '../../features/storage/policies/PoliciesPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/storage/files/policies')({
  validateSearch: z.object({ search: z.string().optional().catch(undefined) }),
  head: () => titled('Policies', 'Storage'),
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
