import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { projectQueries } from '../../areas/project/projects/projects.queries.ts'
import { StorageSettingsPage } from '../../areas/storage/storage/settings/StorageSettingsPage.tsx'

export const Route = createFileRoute('/_shell/project/$ref/storage/settings')({
  head: () => titleHead('Settings', 'Storage'),
  component: StorageSettingsRoute,
})

function StorageSettingsRoute() {
  const { ref } = Route.useParams()
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  return <StorageSettingsPage key={ref} project={project} />
}
