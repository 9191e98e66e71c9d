import type { BackupOverview, TimelineChange } from '@basalt/contract/backups/backups.schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FolderPlus, History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { exactTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { metricQueries } from '../../reports/metrics/metrics.queries.ts'
import { shortTitle } from '../ledger/change-labels.rules.ts'
import { backupQueries } from './backups.queries.ts'
import { ChangePicker } from './ChangePicker.tsx'
import { RestorableTimeline } from './RestorableTimeline.tsx'
import type { RestoreRequest } from './RestoreDialogs.tsx'
import {
  isRestorable,
  localField,
  minuteAfter,
  momentOf,
  peakText,
  timelineMarks,
  writtenIn,
} from './restorable-timeline.rules.ts'

/** A moment as the field shows it, to the second, and as it is restored. */
interface Chosen {
  field: string
  moment: string | undefined
  /** What happened right after it. */
  before?: TimelineChange | 'unknown'
}

const at = (moment: string): Chosen => ({ field: localField(moment), moment })

/** Restores a moment: one of the timeline, or that just before a change. */
export function MomentCard({
  projectRef,
  pitr: { ranges, restore_points: points, enabled },
  latest,
  before,
  refusal,
  onRestore,
}: {
  projectRef: string
  pitr: BackupOverview['pitr']
  latest: string
  /** The moment that is chosen at first, ISO 8601: something happened right after it. The latest one if undefined. */
  before: string | undefined
  refusal: string | undefined
  onRestore: (request: RestoreRequest) => void
}) {
  const timeline = useQuery(backupQueries.timeline(projectRef))
  const written = useQuery({
    ...metricQueries.series(projectRef, ['wal_bytes'], {
      from: ranges[0]!.earliest,
      to: minuteAfter(latest),
    }),
    placeholderData: keepPreviousData,
  })
  const [choice, setChoice] = useState<Chosen | undefined>(
    before === undefined ? undefined : { ...at(before), before: 'unknown' },
  )
  const changes = timeline.data?.changes.filter(({ made_at }) => isRestorable(ranges, made_at)) ?? []
  const bars = written.data ? writtenIn(written.data) : []
  const chosen = choice ?? at(latest)
  const { field, moment } = chosen
  const change =
    chosen.before === 'unknown' ? changes.find(({ made_at }) => made_at === moment) : chosen.before
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
      what: change ? `the state just before “${shortTitle(change)}”` : `the state of ${exactTime(moment!)}`,
    })
  const blocked = reason === undefined ? {} : { reason }
  const chooseChange = (next: TimelineChange) => setChoice({ ...at(next.made_at), before: next })
  return (
    <Card
      title="Restore a moment"
      description={
        enabled
          ? 'The database gets everything that was committed until then.'
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
          written={bars}
          peak={peakText(bars, written.data?.step_ms ?? 0)}
          marks={timelineMarks(ranges, points, changes)}
          chosen={moment}
          onChoose={(next) => setChoice(at(next))}
          onChooseMark={({ change: marked, made_at }) =>
            marked ? chooseChange(marked) : setChoice(at(made_at))
          }
        />
        {written.error && (
          <p className="text-ink-muted text-xs">Failed to load what was written: {written.error.message}</p>
        )}
        <Field
          label="Moment"
          description={
            change
              ? `Just before “${shortTitle(change)}”, by ${change.made_by}.`
              : `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`
          }
          {...(isOutside && { error: 'Choose a moment on the line above.' })}
        >
          <Input
            type="datetime-local"
            step={1}
            value={field}
            onValueChange={(value) => setChoice({ field: value, moment: momentOf(value) })}
          />
        </Field>
        {timeline.error && (
          <Callout tone="warning" title="Failed to load the changes">
            {timeline.error.message}
          </Callout>
        )}
        {changes.length > 0 && <ChangePicker changes={changes} chosen={change} onChoose={chooseChange} />}
      </div>
    </Card>
  )
}
