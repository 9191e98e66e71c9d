import { createFileRoute } from '@tanstack/react-router'
import { InstanceLogPanel } from '../../features/instances/InstanceLogPanel.tsx'
import { InstanceOverview } from '../../features/instances/InstanceOverview.tsx'
import { ProjectOverview } from '../../features/projects/ProjectOverview.tsx'

export const Route = createFileRoute('/_shell/project/$ref/')({ component: Overview })

function Overview() {
  const { ref } = Route.useParams()
  return (
    <ProjectOverview
      projectRef={ref}
      facts={<InstanceOverview projectRef={ref} />}
      log={<InstanceLogPanel projectRef={ref} />}
    />
  )
}
