import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { BackupsPage } from '../../areas/database/backups/BackupsPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/backups/time-machine')({
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { backupQueries } = await import('../../areas/database/backups/backups.queries.ts')
    queryClient.prefetchQuery(backupQueries.overview(ref))
  },
  head: () => titleHead('Time machine', 'Database'),
  component: TimeMachine,
})

function TimeMachine() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <BackupsPage key={ref} project={project} tab="time-machine" />
}
