import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { LagHistory } from './LagHistory.tsx'
import { ReplicaActions } from './ReplicaActions.tsx'
import {
  isChanging,
  lagText,
  logText,
  replicaBadge,
  setUpProgress,
  shortIdOf,
  stepEstimate,
} from './replica-state.rules.ts'

/** One read replica with its state. */
export function ReplicaItem({
  project,
  replica,
  refusal,
}: {
  project: Project
  replica: DatabaseState
  /** Why the member cannot change replicas. */
  refusal: string | undefined
}) {
  const { status, identifier, lag, inserted_at, replicaInitializationStatus: setUp } = replica
  const { label, tone } = replicaBadge(status, replica.is_former_primary)
  const follows = !isChanging(replica) && setUp?.status === 'completed' && !replica.is_former_primary
  return (
    <li
      aria-label={`Replica ${shortIdOf(replica)}`}
      className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-medium text-sm">Replica (ID: {shortIdOf(replica)})</h3>
        <Badge tone={tone}>{label}</Badge>
        <span className="ml-auto">
          <ReplicaActions project={project} replica={replica} refusal={refusal} />
        </span>
      </div>
      {setUp?.status === 'failed' && <FailedSetUp setUp={setUp} />}
      {replica.is_former_primary && (
        <Callout tone="warning" title="This is the data of the former primary">
          A replica took its place. It is never started again, so that only one database is written to.
          Rebuild it to make it a replica of the present primary, which removes this data.
        </Callout>
      )}
      {status === 'ACTIVE_UNHEALTHY' && setUp?.error && <Callout tone="warning">{setUp.error}</Callout>}
      {setUp?.status === 'in_progress' ? (
        <ProgressBar label={setUpLabel(setUp)} value={setUpProgress(setUp.progress).percent} />
      ) : (
        <DescriptionList
          items={[
            { label: 'Identifier', value: <code className="text-xs">{identifier}</code>, copy: identifier },
            ...(follows
              ? [
                  { label: 'Lag', value: lagText(lag) },
                  {
                    label: 'Lag over time',
                    value: <LagHistory projectRef={project.ref} identifier={identifier} />,
                  },
                ]
              : []),
            { label: 'Created', value: <When time={inserted_at} /> },
          ]}
        />
      )}
    </li>
  )
}

type SetUp = NonNullable<DatabaseState['replicaInitializationStatus']>

/** Why a set-up failed, with the end of the replica's own log. */
function FailedSetUp({ setUp }: { setUp: SetUp }) {
  return (
    <Callout tone="critical" title="Rebuild it, or drop it and create another one">
      <p>{setUp.error}</p>
      {setUp.log.length > 0 && (
        <Disclosure summary="Log of the replica">
          <pre className="wrap-anywhere whitespace-pre-wrap text-ink text-xs leading-5">
            {logText(setUp.log)}
          </pre>
        </Disclosure>
      )}
    </Callout>
  )
}

function setUpLabel(setUp: SetUp) {
  const { label } = setUpProgress(setUp.progress)
  const estimate = stepEstimate(setUp)
  return estimate === undefined ? label : `${label}, ${estimate}`
}
