import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'
import { ProjectList } from '../../areas/project/projects/list/ProjectList.tsx'
import {
  filterOf,
  type ProjectListSearch,
  projectListSearch,
} from '../../areas/project/projects/list/project-list.rules.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/org/$slug/')({
  validateSearch: projectListSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page shows its own skeleton.
  loader: ({ context: { queryClient }, params: { slug }, deps }) => {
    queryClient.prefetchInfiniteQuery(projectQueries.pages(slug, filterOf(deps)))
  },
  head: () => titleHead('Projects'),
  component: OrganizationProjects,
})

function OrganizationProjects() {
  const { slug } = Route.useParams()
  const { config } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (change: ProjectListSearch) =>
    navigate({ search: (present) => ({ ...present, ...change }), replace: true })
  return (
    <ProjectList
      slug={slug}
      mayCreate={offers(config, 'projects:create')}
      search={search}
      onSearchChange={change}
    />
  )
}
