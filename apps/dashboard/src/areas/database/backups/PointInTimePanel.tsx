import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { exactTime } from '../../../lib/dates.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { When } from '../../../ui/text/When.tsx'
import { switchPointInTime } from './backups.queries.ts'
import { MomentCard } from './MomentCard.tsx'
import type { RestoreRequest } from './RestoreDialogs.tsx'
import { RestorePoints } from './RestorePoints.tsx'

/** Measured under load: 0.41 of the transactions without an archive, instead of 0.60 with one that nothing waits for. */
const SYNCHRONOUS_COST =
  'No acknowledged commit is lost when the server dies. Writes take longer, and wait while nothing receives them.'

/** Switches the archive of the log on, and restores any moment that it reaches. */
export function PointInTimePanel({
  projectRef,
  overview: { pitr, retention_days },
  before,
  refusals,
  onRestore,
}: {
  projectRef: string
  overview: BackupOverview
  /** The moment that a link leads to, ISO 8601. */
  before: string | undefined
  /** Why the member cannot change what is received, make a restore point, or restore. */
  refusals: Record<'change' | 'point' | 'restore', string | undefined>
  onRestore: (request: RestoreRequest) => void
}) {
  const change = useMutation(switchPointInTime(projectRef))
  const isOn = (change.isPending ? change.variables.pitr_enabled : undefined) ?? pitr.enabled
  const isSynchronous =
    (change.isPending ? change.variables.is_synchronous : undefined) ?? pitr.is_synchronous
  const isBlocked = refusals.change !== undefined || (!pitr.is_available && !pitr.enabled)
  return (
    <>
      <Card>
        <Switch
          trailing
          label="Point-in-time recovery"
          description={
            refusals.change ??
            (pitr.is_available
              ? `Receives every change as it is written, and keeps it for ${retention_days} days.`
              : 'The Free plan does not include it. Change the plan of the organization.')
          }
          checked={isOn}
          disabled={isBlocked || change.isPending}
          onCheckedChange={(isEnabled) => change.mutate({ pitr_enabled: isEnabled })}
        />
        {pitr.enabled && (
          <div className="mt-3 border-line border-t pt-3">
            <Switch
              trailing
              label="Wait for every commit"
              description={SYNCHRONOUS_COST}
              checked={isSynchronous}
              disabled={refusals.change !== undefined || change.isPending}
              onCheckedChange={(isOnNow) => change.mutate({ is_synchronous: isOnNow })}
            />
          </div>
        )}
      </Card>
      {pitr.failure && (
        <Callout tone="critical" title="The latest changes are not backed up">
          {pitr.failure.message} This began <When time={pitr.failure.since} />, and Basalt retries every
          second.
        </Callout>
      )}
      {pitr.latest === null && before !== undefined && (
        <Callout tone="warning" title={`The state of ${exactTime(before)} cannot be restored`}>
          Point-in-time recovery did not receive the log at that moment. Restore a backup from before it
          instead.
        </Callout>
      )}
      {pitr.enabled && pitr.latest === null && (
        <Callout role="status" title="Waiting for the first backup">
          Every moment after it can be restored.
        </Callout>
      )}
      {pitr.latest !== null && (
        <>
          <MomentCard
            key={before}
            projectRef={projectRef}
            pitr={pitr}
            latest={pitr.latest}
            before={before}
            refusal={refusals.restore}
            onRestore={onRestore}
          />
          <RestorePoints
            projectRef={projectRef}
            pitr={pitr}
            refusals={{ make: refusals.point, restore: refusals.restore }}
            onRestore={onRestore}
          />
        </>
      )}
    </>
  )
}
