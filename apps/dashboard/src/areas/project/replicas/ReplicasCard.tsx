import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { REPLICAS_MAX } from '@basalt/contract/replicas/replicas.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { instanceQueries } from '../instances/instances.queries.ts'
import { regionLabel } from '../projects/region-label.rules.ts'
import { obstaclesOf } from './eligibility.rules.ts'
import { ReplicaItem } from './ReplicaItem.tsx'
import { createReplica, dropAllReplicas, replicaQueries } from './replicas.queries.ts'

/** The read replicas of a project: how far they are, and what can be done with them. */
export function ReplicasCard({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const states = useQuery(replicaQueries.states(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeReplicas, { slug, ref }))
  const { data: organization } = useQuery(organizationQueries.detail(slug))
  const { data: machine } = useQuery(instanceQueries.machine(ref))
  const { data: facts } = useQuery(instanceQueries.facts(ref))
  const create = useMutation(createReplica(project))
  const dropAll = useMutation(dropAllReplicas(ref))
  const [isDroppingAll, setDroppingAll] = useState(false)
  const replicas = states.data?.slice(1)
  const obstacles = obstaclesOf({
    status: project.status,
    plan: organization?.plan.id,
    count: replicas?.length ?? 0,
    disk: machine &&
      facts && {
        free: machine.disk_free_bytes,
        primary: facts.disk_bytes,
        sharesBlocks: machine.shares_blocks,
      },
  })
  // A full set is no obstacle that needs to be explained at length.
  const explained = obstacles.filter(() => (replicas?.length ?? 0) < REPLICAS_MAX)
  const reason = refusal ?? obstacles[0]
  return (
    <Card
      title="Read replicas"
      description="Copies of the primary on this machine that follow it and answer reads."
      actions={
        <>
          {replicas && replicas.length > 1 && (
            <Button
              icon={Trash2}
              onClick={() => setDroppingAll(true)}
              {...(refusal !== undefined && { reason: refusal })}
            >
              Drop all
            </Button>
          )}
          <Button
            icon={Plus}
            loading={create.isPending}
            onClick={() =>
              create.mutate(undefined, {
                onSuccess: () =>
                  toast({
                    tone: 'success',
                    title: `Spinning up new replica in ${regionLabel(project.region)}…`,
                  }),
              })
            }
            {...(reason !== undefined && { reason })}
          >
            Create read replica
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {refusal === undefined &&
          explained.map((text) => (
            <Callout key={text} tone="warning">
              {text}
            </Callout>
          ))}
        {states.isError ? (
          <ErrorPanel
            title="Failed to load the read replicas"
            message={states.error.message}
            requestId={requestIdOf(states.error)}
            retrying={states.isFetching}
            onRetry={() => void states.refetch()}
          />
        ) : replicas === undefined ? (
          <Skeleton className="h-10 w-full" />
        ) : replicas.length === 0 ? (
          <p className="text-ink-muted text-sm">
            No read replicas yet. Reports that run on one do not slow down the primary.
          </p>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {replicas.map((replica) => (
              <ReplicaItem key={replica.identifier} project={project} replica={replica} refusal={refusal} />
            ))}
          </ul>
        )}
      </div>
      <ConfirmDialog
        open={isDroppingAll}
        onOpenChange={setDroppingAll}
        title="Drop all read replicas"
        confirmLabel="Drop all replicas"
        onConfirm={() => dropAll.mutateAsync()}
      >
        Their connections end and their files are removed. The primary keeps all data, and answers all reads.
      </ConfirmDialog>
    </Card>
  )
}
