import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { instanceQueries } from '../../areas/project/instances/instances.queries.ts'
import { ComputeAndDisk } from '../../areas/project/instances/settings/ComputeAndDisk.tsx'

export const Route = createFileRoute('/_shell/project/$ref/settings/compute-and-disk')({
  loader: ({ context: { queryClient }, params: { ref } }) => {
    queryClient.prefetchQuery(instanceQueries.machine(ref))
    queryClient.prefetchQuery(instanceQueries.facts(ref))
  },
  head: () => titleHead('Compute and disk', 'Project settings'),
  component: Compute,
})

function Compute() {
  const { ref } = Route.useParams()
  return <ComputeAndDisk key={ref} projectRef={ref} />
}
