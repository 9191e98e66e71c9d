import { createFileRoute } from '@tanstack/react-router'
import { InstanceLogPanel } from '../../areas/project/instances/InstanceLogPanel.tsx'
import { InstanceOverview } from '../../areas/project/instances/InstanceOverview.tsx'
import { ProjectOverview } from '../../areas/project/projects/ProjectOverview.tsx'
import { ProjectPulse } from '../../areas/reports/metrics/ProjectPulse.port.tsx'
import { useHasBucket } from '../../areas/storage/storage/buckets/use-has-bucket.ts'
import { lazyLayer } from '../../ui/lazy-layer.tsx'

export const Route = createFileRoute('/_shell/project/$ref/')({ component: Overview })

/** Only while a project is set up. */
const RestoringProject = lazyLayer(
  () =>
    import('../../areas/database/backups/RestoringProject.port.tsx').then(
      (module) => module.RestoringProject,
    ),
  () => true,
)

function Overview() {
  const { ref } = Route.useParams()
  const hasBucket = useHasBucket(ref)
  return (
    <ProjectOverview
      projectRef={ref}
      facts={
        <>
          <ProjectPulse projectRef={ref} />
          <InstanceOverview projectRef={ref} hasBucket={hasBucket} />
        </>
      }
      making={<RestoringProject projectRef={ref} />}
      log={<InstanceLogPanel projectRef={ref} />}
    />
  )
}
