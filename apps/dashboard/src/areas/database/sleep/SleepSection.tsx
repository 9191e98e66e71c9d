import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { idleLabel } from '@basalt/contract/sleep/sleep.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { idleMinutesIn, idleOptions, idleValue } from './idle-options.rules.ts'
import { changeIdleMinutes, putToSleep, sleepQueries } from './sleep.queries.ts'

/** The sleep settings of a project. */
export function SleepSection({ project }: { project: Project }) {
  return (
    <div id="sleep" className="scroll-mt-6">
      <Card
        title="Sleep"
        description="An idle project can fall asleep: its database stops and frees its memory. The next query, API call or connection wakes it in a fraction of a second."
        footer="Running queries, open transactions, and clients of the direct connection and the session pooler keep it awake. Open dashboard pages, statistics, and idle clients of the transaction poolers do not."
      >
        <IdleTime project={project} />
      </Card>
    </div>
  )
}

function SleepNow({ project }: { project: Project }) {
  const { ref, organization_slug: slug, status, asleep_since } = project
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeSleep, { slug, ref }))
  const { mutate, isPending } = useMutation(putToSleep(ref))
  const reason =
    refusal ??
    (can('query', status) ? undefined : 'Only a running project can fall asleep') ??
    (asleep_since === null ? undefined : 'The project is already asleep')
  return (
    <Button loading={isPending} onClick={() => mutate()} {...(reason !== undefined && { reason })}>
      Sleep now
    </Button>
  )
}

function IdleTime({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const { data, error, isFetching, refetch } = useQuery(sleepQueries.of(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeSleep, { slug, ref }))
  const { mutate, isPending, variables } = useMutation(changeIdleMinutes(ref))
  if (error)
    return (
      <ErrorPanel
        title="Failed to load the sleep settings"
        message={error.message}
        requestId={requestIdOf(error)}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton className="h-14 w-full" />
  const choose = (minutes: number | null) =>
    mutate(minutes, {
      onSuccess: () =>
        toast({
          title:
            minutes === null
              ? 'The project stays awake'
              : `The project falls asleep after ${idleLabel(minutes)} without use`,
          tone: 'success',
        }),
    })
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-sm" aria-hidden>
        Fall asleep
      </span>
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label="Fall asleep"
          className="w-full sm:w-80"
          options={idleOptions(data)}
          value={idleValue(isPending ? variables : data.idle_minutes)}
          onValueChange={(value) => choose(idleMinutesIn(value))}
          disabled={refusal !== undefined || isPending}
        />
        <SleepNow project={project} />
      </div>
      {refusal && <p className="text-ink-muted text-sm">{refusal}</p>}
    </div>
  )
}
