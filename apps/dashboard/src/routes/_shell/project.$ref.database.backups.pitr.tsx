import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { BackupsPage } from '../../areas/database/backups/BackupsPage.tsx'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { aMoment, searchOf } from '../../lib/shape.ts'

export const Route = createFileRoute('/_shell/project/$ref/database/backups/pitr')({
  validateSearch: searchOf({ before: aMoment }),
  loader: async ({ context: { queryClient }, params: { ref } }) => {
    // Loaded late, because loaders are part of the first load of every page.
    const { backupQueries } = await import('../../areas/database/backups/backups.queries.ts')
    queryClient.prefetchQuery(backupQueries.overview(ref))
  },
  head: () => titleHead('Point in time', 'Database'),
  component: PointInTime,
})

function PointInTime() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const { before } = Route.useSearch()
  return <BackupsPage key={ref} project={project} tab="pitr" before={before} />
}
