import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../../api/api-error.ts'
import { dayAndTime } from '../../../../lib/dates.ts'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { DescriptionList } from '../../../../ui/table/DescriptionList.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { projectQueries } from '../../projects/projects.queries.ts'
import { DatabasesCard } from '../../replicas/DatabasesCard.tsx'
import { ReplicaActions } from '../../replicas/ReplicaActions.tsx'
import { ReplicasCard } from '../../replicas/ReplicasCard.tsx'
import { replicaQueries } from '../../replicas/replicas.queries.ts'
import { MajorVersionCard } from '../../upgrades/MajorVersionCard.tsx'
import { instanceQueries } from '../instances.queries.ts'

/** The databases of a project: the primary and its read replicas. */
export function Infrastructure({
  projectRef,
  regionName,
  hasReplicas,
}: {
  projectRef: string
  /** The display name of a region. */
  regionName: (code: string) => string
  /** Whether this installation offers read replicas. */
  hasReplicas: boolean
}) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(projectRef))
  const facts = useQuery(instanceQueries.facts(projectRef))
  const content = () => {
    if (facts.isPending) return <Skeleton className="h-64 rounded-md" />
    if (!facts.data)
      return (
        <ErrorPanel
          title="Failed to load database information"
          message={facts.error.message}
          requestId={requestIdOf(facts.error)}
          retrying={facts.isFetching}
          onRetry={() => facts.refetch()}
        />
      )
    const { version, host, port, started_at } = facts.data
    const address = host === null || port === null ? undefined : `${host}:${port}`
    return (
      <Card
        title="Primary database"
        description="Takes all writes of this project, and the reads that no replica answers."
      >
        <DescriptionList
          items={[
            { label: 'Identifier', value: <code className="text-xs">{project.ref}</code>, copy: project.ref },
            {
              label: 'Status',
              value: project.asleep_since === null ? statusLabels[project.status] : 'Asleep until used',
            },
            { label: 'Region', value: regionName(project.region) },
            { label: 'PostgreSQL', value: version },
            {
              label: 'Address',
              value: address ?? 'None before the first start',
              ...(address && { copy: address }),
            },
            { label: 'Running since', value: started_at === null ? 'Not running' : dayAndTime(started_at) },
            { label: 'Created', value: dayAndTime(project.created_at) },
          ]}
        />
      </Card>
    )
  }
  const states = useQuery({ ...replicaQueries.states(projectRef), enabled: hasReplicas })
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.changeReplicas, { slug: project.organization_slug, ref: projectRef }),
  )
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Infrastructure" description="The databases that serve this project." />
      {hasReplicas && states.data && (
        <DatabasesCard
          states={states.data}
          regionName={regionName}
          actionsOf={(replica) => <ReplicaActions project={project} replica={replica} refusal={refusal} />}
        />
      )}
      {content()}
      {hasReplicas && <ReplicasCard project={project} />}
      <MajorVersionCard projectRef={projectRef} />
    </div>
  )
}
