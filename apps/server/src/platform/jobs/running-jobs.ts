import type { Job as StoredRun } from 'pg-boss'
import { WorkCancelled } from '../work-cancelled.ts'
import type { Job, RunContext } from './job.ts'

/** An active run in this process. */
export interface RunningJob {
  id: string
  name: string
  /** The project it works on; null for a run that is not for one project. */
  ref: string | null
  attempt: number
  startedAt: Date
  progress: { done: number; total: number | null } | null
}

export type RunningJobs = ReturnType<typeof runningJobs>

/** The active runs, their progress, and how to abort them. One process runs all jobs, so memory is enough. */
export function runningJobs(now: () => Date) {
  const running = new Map<string, { run: RunningJob; controller: AbortController }>()

  return {
    list: () => [...running.values()].map(({ run }) => run),

    /** Runs the work with a run context. Resolves, as if it had succeeded, when the run was cancelled. */
    async during(job: Job, stored: StoredRun, work: (context: RunContext) => Promise<unknown>) {
      const controller = new AbortController()
      const run: RunningJob = {
        id: stored.id,
        name: job.name,
        ref: (stored.data as { ref?: string } | null)?.ref ?? null,
        attempt: stored.retryCount + 1,
        startedAt: now(),
        progress: null,
      }
      running.set(run.id, { run, controller })
      try {
        await work({
          signal: AbortSignal.any([controller.signal, stored.signal]),
          attempt: run.attempt,
          progress(done, total) {
            run.progress = { done, total: total ?? null }
          },
        })
      } catch (error) {
        // Failing because of an abort is not a failure.
        if (!controller.signal.aborted) throw error
      } finally {
        running.delete(run.id)
      }
    },

    /** Aborts the signal of a run, which ends once its work reacts. */
    abort: (id: string) => running.get(id)?.controller.abort(new WorkCancelled()),
  }
}
