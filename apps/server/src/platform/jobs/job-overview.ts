import type { JobFailure, JobOutcome, JobOverview, JobRun } from '@basalt/contract/jobs/jobs.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../metadata/metadata.ts'
import { JOBS_SCHEMA } from './boss.ts'

/** Failures listed for each job. */
const FAILURES_MAX = 5

/** The stored runs of a job. */
export interface StoredOverview extends Pick<JobOverview, 'queued' | 'last_run' | 'failures'> {
  /** Also runs whose work has ended and whose outcome is not stored yet. */
  active: Omit<JobRun, 'progress'>[]
}

interface Row {
  name: string
  queued: number
  active: StoredOverview['active'] | null
  last_run: { state: JobOutcome; ref: string | null; started_at: string; finished_at: string } | null
  failures: (Omit<JobFailure, 'error'> & { output: unknown })[] | null
}

/** Reads the queued, finished and failed runs of jobs from the table of pg-boss, by its indexes on name and time. */
export async function storedOverviews(metadata: Metadata, names: readonly string[]) {
  const runs = sql.table(`${JOBS_SCHEMA}.job`)
  const { rows } = await sql<Row>`
    select job.name,
      (select count(*)::int from ${runs} as run where run.name = job.name and state < 'active') as queued,
      (select jsonb_agg(jsonb_build_object('id', id, 'ref', data ->> 'ref', 'attempt', retry_count + 1,
          'started_at', started_on))
        from ${runs} as run where run.name = job.name and state = 'active') as active,
      (select jsonb_build_object('state', state, 'ref', data ->> 'ref', 'started_at', started_on,
          'finished_at', completed_on)
        from ${runs} as run where run.name = job.name and state in ('completed', 'cancelled', 'failed')
        order by completed_on desc limit 1) as last_run,
      (select jsonb_agg(jsonb_build_object('id', id, 'ref', data ->> 'ref', 'attempts', retry_count + 1,
          'failed_at', coalesce(completed_on, started_on), 'retry_at', case state when 'retry' then start_after end,
          'output', output)) from (
        select * from ${runs} as run where run.name = job.name and state in ('retry', 'failed')
        order by coalesce(completed_on, started_on) desc limit ${FAILURES_MAX}) as run) as failures
    from unnest(${names}::text[]) as job (name)`.execute(metadata)
  return new Map(rows.map(({ name, ...row }) => [name, overviewOf(row)]))
}

const overviewOf = ({ queued, active, last_run, failures }: Omit<Row, 'name'>): StoredOverview => ({
  queued,
  active: (active ?? []).map((run) => ({ ...run, started_at: isoOf(run.started_at) })),
  last_run: last_run && {
    ...last_run,
    started_at: isoOf(last_run.started_at),
    finished_at: isoOf(last_run.finished_at),
  },
  failures: (failures ?? []).map(({ output, ...failure }) => ({
    ...failure,
    failed_at: isoOf(failure.failed_at),
    retry_at: failure.retry_at && isoOf(failure.retry_at),
    error: messageIn(output),
  })),
})

/** Timestamps inside JSON arrive as PostgreSQL writes them. */
const isoOf = (time: string) => new Date(time).toISOString()

/** The message of the error that a run threw, as pg-boss stores it. */
export function messageIn(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: unknown }
  if (typeof message === 'string') return message
  if (typeof value === 'string') return value
  return value ? messageIn(value) : 'No reason was given'
}
