import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { offers } from '../../areas/installation/installation/offers.port.ts'
import { instanceQueries } from '../../areas/project/instances/instances.queries.ts'
import { Infrastructure } from '../../areas/project/instances/settings/Infrastructure.tsx'
import { regionLabel } from '../../areas/project/projects/region-label.rules.ts'

export const Route = createFileRoute('/_shell/project/$ref/settings/infrastructure')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    queryClient.prefetchQuery(instanceQueries.facts(ref))
    // Loaded late, because loaders are part of the first load of every page.
    const { replicaQueries } = await import('../../areas/project/replicas/replicas.queries.ts')
    queryClient.prefetchQuery(replicaQueries.states(ref))
  },
  head: () => titleHead('Infrastructure', 'Project settings'),
  component: InfrastructureRoute,
})

function InfrastructureRoute() {
  const { ref } = Route.useParams()
  const { config } = Route.useRouteContext()
  return (
    <Infrastructure
      key={ref}
      projectRef={ref}
      regionName={regionLabel}
      hasReplicas={offers(config, 'infrastructure:read_replicas')}
    />
  )
}
