import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { GeneralSettings } from '../../areas/project/projects/settings/GeneralSettings.tsx'

export const Route = createFileRoute('/_shell/project/$ref/settings/general')({
  head: () => titleHead('General', 'Project settings'),
  component: General,
})

function General() {
  const { ref } = Route.useParams()
  return <GeneralSettings key={ref} projectRef={ref} />
}
