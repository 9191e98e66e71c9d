import type { BackupOverview } from '@basalt/contract/backups/backups.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderPlus, History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { exactTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { When } from '../../../ui/text/When.tsx'
import { backupQueries, switchPointInTime } from './backups.queries.ts'
import { RestorableTimeline } from './RestorableTimeline.tsx'
import type { RestoreRequest } from './RestoreDialogs.tsx'
import { RestorePoints } from './RestorePoints.tsx'
import { isRestorable, localField, momentOf } from './restorable-timeline.rules.ts'

/** Measured under load: 0.41 of the transactions without an archive, instead of 0.60 with one that nothing waits for. */
const SYNCHRONOUS_COST =
  'No acknowledged commit is lost when the server dies. Writes take longer, and wait while nothing receives them.'

/** Switches the archive of the log on, and restores any moment that it reaches. */
export function PointInTimePanel({
  projectRef,
  overview: { pitr, retention_days },
  pointRefusal,
  refusal,
  onRestore,
}: {
  projectRef: string
  overview: BackupOverview
  /** Why the member cannot make a restore point. */
  pointRefusal: string | undefined
  /** Why the member cannot restore. */
  refusal: string | undefined
  onRestore: (request: RestoreRequest) => void
}) {
  const change = useMutation(switchPointInTime(projectRef))
  const isOn = (change.isPending ? change.variables.pitr_enabled : undefined) ?? pitr.enabled
  const isSynchronous =
    (change.isPending ? change.variables.is_synchronous : undefined) ?? pitr.is_synchronous
  const isBlocked = refusal !== undefined || (!pitr.is_available && !pitr.enabled)
  return (
    <>
      <Card>
        <Switch
          trailing
          label="Point-in-time recovery"
          description={
            refusal ??
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
              disabled={refusal !== undefined || change.isPending}
              onCheckedChange={(isOnNow) => change.mutate({ is_synchronous: isOnNow })}
            />
          </div>
        )}
      </Card>
      {pitr.failure && (
        <Callout tone="critical" title="The latest changes are not backed up">
          {pitr.failure.message} Since <When time={pitr.failure.since} />. It is tried again every second.
          {pitr.latest !== null && (
            <>
              {' '}
              The last moment that is safe was <When time={pitr.latest} />.
            </>
          )}
        </Callout>
      )}
      {pitr.enabled && pitr.latest === null && (
        <Callout role="status" title="Waiting for the first backup">
          Every moment from its end on can be restored.
        </Callout>
      )}
      {pitr.latest !== null && (
        <>
          <Moments
            projectRef={projectRef}
            pitr={pitr}
            latest={pitr.latest}
            refusal={refusal}
            onRestore={onRestore}
          />
          <RestorePoints
            projectRef={projectRef}
            pitr={pitr}
            refusals={{ make: pointRefusal, restore: refusal }}
            onRestore={onRestore}
          />
        </>
      )}
    </>
  )
}

function Moments({
  projectRef,
  pitr: { ranges, restore_points: points, enabled },
  latest,
  refusal,
  onRestore,
}: {
  projectRef: string
  pitr: BackupOverview['pitr']
  latest: string
  refusal: string | undefined
  onRestore: (request: RestoreRequest) => void
}) {
  const { data: activity } = useQuery(backupQueries.timeline(projectRef))
  // The latest one until another is chosen.
  const [chosen, setChosen] = useState<{ field: string; moment: string | undefined }>()
  const { field, moment } = chosen ?? { field: localField(latest), moment: latest }
  const isOutside = moment !== undefined && !isRestorable(ranges, moment)
  const reason =
    refusal ??
    (moment === undefined
      ? 'Enter a date and a time'
      : isOutside
        ? 'This moment cannot be restored'
        : undefined)
  const request = (into: RestoreRequest['into']) =>
    onRestore({
      into,
      origin: { recovery_time_target: moment! },
      what: `the state of ${exactTime(moment!)}`,
    })
  const blocked = reason === undefined ? {} : { reason }
  return (
    <Card
      title="Restore a moment"
      description={
        enabled
          ? 'Everything that was committed until then, to the second.'
          : 'Recovery is off: no later moments are added.'
      }
      footer={
        <>
          <Button variant="primary" icon={RotateCcw} onClick={() => request('place')} {...blocked}>
            Restore
          </Button>
          <Button icon={FolderPlus} onClick={() => request('project')} {...blocked}>
            Restore to a new project
          </Button>
          <Button icon={History} onClick={() => request('past')} {...blocked}>
            Open beside the present
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RestorableTimeline
          ranges={ranges}
          points={points}
          activity={activity}
          chosen={moment}
          onChoose={(next) => setChosen({ field: localField(next), moment: next })}
        />
        <Field
          label="Moment"
          description={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
          {...(isOutside && { error: 'Choose a moment on the line above.' })}
        >
          <Input
            type="datetime-local"
            step={1}
            value={field}
            onValueChange={(value) => setChosen({ field: value, moment: momentOf(value) })}
          />
        </Field>
      </div>
    </Card>
  )
}
