import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { BranchesPage } from '../../areas/project/branches/BranchesPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { aFlag, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/branches')({
  validateSearch: searchOf({ new: aFlag }),
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { branchListQueries } = await import('../../areas/project/branches/branch-list.queries.ts')
    queryClient.prefetchQuery(branchListQueries.of(ref))
  },
  head: () => titleHead('Branches'),
  component: Branches,
})

function Branches() {
  const { ref } = Route.useParams()
  const { new: isCreating = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return (
    <BranchesPage
      key={ref}
      project={project}
      isCreating={isCreating}
      setCreating={(isOpen) => void navigate({ search: isOpen ? { new: true } : {}, replace: !isOpen })}
    />
  )
}
