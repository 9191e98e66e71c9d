import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { AddonsPage } from '../../areas/project/addons/AddonsPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { aText, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/addons')({
  validateSearch: searchOf({ panel: aText }),
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { addonQueries } = await import('../../areas/project/addons/addons.queries.ts')
    queryClient.prefetchQuery(addonQueries.of(ref))
  },
  head: () => titleHead('Add-ons', 'Project settings'),
  component: Addons,
})

function Addons() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return (
    <AddonsPage
      key={ref}
      project={project}
      panel={panel}
      onPanelChange={(next) => void navigate({ search: (known) => ({ ...known, panel: next }) })}
    />
  )
}
