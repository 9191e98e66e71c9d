import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { GeneralSettings } from '../../areas/project/projects/settings/GeneralSettings.tsx'

export const Route = createFileRoute('/_shell/project/$ref/settings/general')({
  head: () => titled('General', 'Project settings'),
  component: General,
})

function General() {
  const { ref } = Route.useParams()
  return <GeneralSettings key={ref} projectRef={ref} />
}
