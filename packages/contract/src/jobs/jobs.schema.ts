import { z } from 'zod'

/** How a run ended. */
export const jobOutcomes = ['completed', 'failed', 'cancelled'] as const
export type JobOutcome = (typeof jobOutcomes)[number]

/** The ref of the project that a run is for; null for a run that concerns no single project. */
const Ref = z.string().nullable()

export const JobRun = z
  .object({
    id: z.uuid(),
    ref: Ref,
    /** 1 for the first try. */
    attempt: z.number().int(),
    started_at: z.iso.datetime(),
    /** How much of the work is done; null when the job does not report it. */
    progress: z.object({ done: z.number(), total: z.number().nullable() }).nullable(),
  })
  .meta({ id: 'JobRun' })
export type JobRun = z.infer<typeof JobRun>

export const JobFailure = z
  .object({
    id: z.uuid(),
    ref: Ref,
    error: z.string(),
    attempts: z.number().int(),
    failed_at: z.iso.datetime(),
    /** Null when no retry is left. */
    retry_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'JobFailure' })
export type JobFailure = z.infer<typeof JobFailure>

export const JobOverview = z
  .object({
    name: z.string(),
    title: z.string(),
    /** Cron in UTC; null for a job that only runs on request. */
    schedule: z.string().nullable(),
    next_run_at: z.iso.datetime().nullable(),
    /** Runs that wait for their turn or for a retry. */
    queued: z.number().int(),
    running: z.array(JobRun),
    last_run: z
      .object({
        state: z.enum(jobOutcomes),
        ref: Ref,
        started_at: z.iso.datetime().nullable(),
        finished_at: z.iso.datetime(),
      })
      .nullable(),
    /** The latest, newest first. */
    failures: z.array(JobFailure),
  })
  .meta({ id: 'JobOverview' })
export type JobOverview = z.infer<typeof JobOverview>

export const JobName = z.strictObject({
  name: z.string().regex(/^[a-z][a-z-]{0,62}$/, 'Not the name of a job'),
})

export const JobRunId = z.strictObject({ id: z.uuid('Not the id of a run') })
