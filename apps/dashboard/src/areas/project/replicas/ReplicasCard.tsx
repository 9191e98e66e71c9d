import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { REPLICAS_MAX } from '@basalt/contract/replicas/replicas.rules.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { isChanging, lagText, replicaBadge, setUpProgress } from './replica-state.rules.ts'
import { createReplica, dropReplica, rebootReplica, replicaQueries } from './replicas.queries.ts'

/** The read replicas of a project: how far they are, and what can be done with them. */
export function ReplicasCard({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const states = useQuery(replicaQueries.states(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeReplicas, { slug, ref }))
  const create = useMutation(createReplica(project))
  const [dropped, setDropped] = useState<DatabaseState>()
  const drop = useMutation(dropReplica(ref))
  const replicas = states.data?.slice(1)
  const reason =
    refusal ??
    (project.status !== 'ACTIVE_HEALTHY'
      ? 'Read replicas can be created while the project is healthy'
      : replicas && replicas.length >= REPLICAS_MAX
        ? `A project can have ${REPLICAS_MAX} read replicas`
        : undefined)
  return (
    <Card
      title="Read replicas"
      description="Copies of the primary on this machine that follow it and answer reads."
      actions={
        <Button
          icon={Plus}
          loading={create.isPending}
          onClick={() => create.mutate()}
          {...(reason !== undefined && { reason })}
        >
          Create read replica
        </Button>
      }
    >
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
          There are none. SQL can run on a replica, so that reports do not slow the primary down.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {replicas.map((replica) => (
            <ReplicaItem
              key={replica.identifier}
              projectRef={ref}
              replica={replica}
              refusal={refusal}
              onDrop={() => setDropped(replica)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={dropped !== undefined}
        onOpenChange={(isOpen) => !isOpen && setDropped(undefined)}
        title={`Drop the read replica ${shortId(dropped)}`}
        confirmLabel="Drop replica"
        onConfirm={() => drop.mutateAsync(dropped!.identifier)}
      >
        Its connections end and its files are removed. The primary keeps all data.
      </ConfirmDialog>
    </Card>
  )
}

function ReplicaItem({
  projectRef,
  replica,
  refusal,
  onDrop,
}: {
  projectRef: string
  replica: DatabaseState
  /** Why the member cannot change replicas. */
  refusal: string | undefined
  onDrop: () => void
}) {
  const { status, identifier, lag, inserted_at, replicaInitializationStatus: setUp } = replica
  const restart = useMutation(rebootReplica(projectRef))
  const { label, tone } = replicaBadge(status)
  const restartRefusal = refusal ?? (status === 'ACTIVE_HEALTHY' ? undefined : 'It is not healthy now')
  const dropRefusal = refusal ?? (status === 'GOING_DOWN' ? 'It is being dropped' : undefined)
  return (
    <li aria-label={`Replica ${shortId(replica)}`} className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-medium text-sm">Replica (ID: {shortId(replica)})</h3>
        <Badge tone={tone}>{label}</Badge>
        <span className="ml-auto flex gap-2">
          <Button
            icon={RotateCw}
            loading={restart.isPending}
            onClick={() => restart.mutate(identifier)}
            {...(restartRefusal !== undefined && { reason: restartRefusal })}
          >
            Restart
          </Button>
          <Button icon={Trash2} onClick={onDrop} {...(dropRefusal !== undefined && { reason: dropRefusal })}>
            Drop
          </Button>
        </span>
      </div>
      {setUp?.status === 'failed' && (
        <Callout tone="critical" title="Drop it and create another one">
          {setUp.error}
        </Callout>
      )}
      {setUp?.status === 'in_progress' ? (
        <ProgressBar
          label={setUpProgress(setUp.progress).label}
          value={setUpProgress(setUp.progress).percent}
        />
      ) : (
        <DescriptionList
          items={[
            { label: 'Identifier', value: <code className="text-xs">{identifier}</code>, copy: identifier },
            ...(isChanging(replica) || setUp?.status === 'failed'
              ? []
              : [{ label: 'Lag', value: lagText(lag) }]),
            { label: 'Created', value: <When time={inserted_at} /> },
          ]}
        />
      )}
    </li>
  )
}

/** Its last characters tell replicas of a project apart. */
const shortId = (replica: Pick<DatabaseState, 'identifier'> | undefined) =>
  replica?.identifier.slice(-5) ?? ''
