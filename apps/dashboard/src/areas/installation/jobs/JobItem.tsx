import type { JobFailure, JobOverview, JobRun } from '@basalt/contract/jobs/jobs.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import type { Tone } from '../../../ui/text/tone.ts'
import { When } from '../../../ui/text/When.tsx'
import { cancelRun, runJob } from './jobs.queries.ts'
import { scheduleLabel } from './schedule-label.rules.ts'

/** A job with its schedule, current runs and recent failures. */
export function JobItem({ job }: { job: JobOverview }) {
  const { mutate: run, isPending } = useMutation(runJob)
  const { name, title, schedule, next_run_at, last_run, running, queued, failures } = job
  const state = stateOf(job)
  return (
    <li className="space-y-2 px-3 py-2">
      <div className="flex min-h-10 items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium text-sm">
            <span className="wrap-anywhere">{title}</span>
            <Badge tone={state.tone}>{state.label}</Badge>
          </p>
          <p className="flex flex-wrap gap-x-3 text-ink-muted text-xs">
            <span>{scheduleLabel(schedule)}</span>
            {last_run && (
              <span>
                Last run <When time={last_run.finished_at} />
              </span>
            )}
            {next_run_at && (
              <span>
                Next run <When time={next_run_at} />
              </span>
            )}
            {queued > 0 && <span>{queued} queued</span>}
          </p>
        </div>
        {schedule !== null && (
          <Button
            size="sm"
            aria-label={`Run now: ${title}`}
            loading={isPending}
            onClick={() => run(name)}
            {...(running.length > 0 && { reason: 'This job is running' })}
          >
            Run now
          </Button>
        )}
      </div>
      {running.map((one) => (
        <RunningJob key={one.id} run={one} title={title} />
      ))}
      {failures.length > 0 && (
        <Disclosure summary={failures.length === 1 ? '1 failure' : `${failures.length} failures`}>
          <ul aria-label={`Failures: ${title}`} className="space-y-2">
            {failures.map((failure) => (
              <Failure key={failure.id} failure={failure} />
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

function RunningJob({ run, title }: { run: JobRun; title: string }) {
  const { mutate: cancel, isPending } = useMutation(cancelRun)
  const { ref, progress } = run
  const subject = ref ? `Project ${ref}` : 'Running'
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <ProgressBar
          label={run.attempt > 1 ? `${subject}, attempt ${run.attempt}` : subject}
          value={progress?.total ? (progress.done / progress.total) * 100 : null}
          {...(progress && { valueText: amountOf(progress) })}
        />
      </div>
      <Button size="sm" aria-label={`Cancel: ${title}`} loading={isPending} onClick={() => cancel(run.id)}>
        Cancel
      </Button>
    </div>
  )
}

function Failure({ failure }: { failure: JobFailure }) {
  const { ref, error, attempts, failed_at, retry_at } = failure
  return (
    <li className="text-xs">
      <p className="wrap-anywhere">
        {ref && <span className="text-ink-muted">Project {ref}: </span>}
        {error}
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink-muted">
        <When time={failed_at} />
        <span>{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        {retry_at ? (
          <span>
            Next attempt <When time={retry_at} />
          </span>
        ) : (
          <span>No attempts left</span>
        )}
      </p>
    </li>
  )
}

const amountOf = ({ done, total }: NonNullable<JobRun['progress']>) =>
  total === null ? String(done) : `${done} of ${total}`

/** The badge: the current state, otherwise the result of the last run. */
function stateOf({ running, last_run, failures }: JobOverview): { label: string; tone: Tone } {
  if (running.length > 0) return { label: 'Running', tone: 'brand' }
  if (failures.some(({ retry_at }) => retry_at !== null)) return { label: 'Retrying', tone: 'warning' }
  if (!last_run) return { label: 'Never ran', tone: 'neutral' }
  if (last_run.state === 'failed') return { label: 'Failed', tone: 'critical' }
  return last_run.state === 'cancelled'
    ? { label: 'Cancelled', tone: 'neutral' }
    : { label: 'Succeeded', tone: 'success' }
}
