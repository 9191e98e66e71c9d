import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { ReplicationPage } from '../../areas/database/replication/ReplicationPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/replication')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { replicationQueries } = await import('../../areas/database/replication/replication.queries.ts')
    queryClient.prefetchQuery(replicationQueries.all(ref))
  },
  head: () => titleHead('Replication', 'Database'),
  component: DatabaseReplication,
})

function DatabaseReplication() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <ReplicationPage key={ref} project={project} />
}
