import { createFileRoute } from '@tanstack/react-router'
import { InstanceLogPanel } from '../../features/instances/InstanceLogPanel.tsx'
import { InstanceOverview } from '../../features/instances/InstanceOverview.tsx'
import { ProjectOverview } from '../../features/projects/ProjectOverview.tsx'
import { useHasBucket } from '../../features/storage/buckets/use-has-bucket.ts'

export const Route = createFileRoute('/_shell/project/$ref/')({ component: Overview })

function Overview() {
  const { ref } = Route.useParams()
  const hasBucket = useHasBucket(ref)
  return (
    <ProjectOverview
      projectRef={ref}
      facts={<InstanceOverview projectRef={ref} hasBucket={hasBucket} />}
      log={<InstanceLogPanel projectRef={ref} />}
    />
  )
}
