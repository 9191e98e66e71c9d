import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { instanceQueries } from '../../areas/project/instances/instances.queries.ts'
import { Infrastructure } from '../../areas/project/instances/settings/Infrastructure.tsx'
import { regionLabel } from '../../areas/project/projects/region-label.rules.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/infrastructure')({
  loader: ({ context: { queryClient }, params: { ref } }) => {
    queryClient.prefetchQuery(instanceQueries.facts(ref))
  },
  head: () => titleHead('Infrastructure', 'Project settings'),
  component: InfrastructureRoute,
})

function InfrastructureRoute() {
  const { ref } = Route.useParams()
  return <Infrastructure key={ref} projectRef={ref} regionName={regionLabel} />
}
