import type { Job as StoredRun } from 'pg-boss'
import type { Job, RunContext } from './job.ts'

/** A run under way in this process. */
export interface RunningJob {
  id: string
  name: string
  /** The project it works on; null for a run that concerns no single one. */
  ref: string | null
  attempt: number
  startedAt: Date
  progress: { done: number; total: number | null } | null
}

export type RunningJobs = ReturnType<typeof runningJobs>

/** The runs under way, how far they are, and how to abort them. One process runs all jobs, so memory will do. */
export function runningJobs(now: () => Date) {
  const running = new Map<string, { run: RunningJob; controller: AbortController }>()

  return {
    list: () => [...running.values()].map(({ run }) => run),

    /** Runs the work with a context of its own. Resolves early, as if done, when the run was cancelled. */
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
        // What an abort made fail is no failure.
        if (!controller.signal.aborted) throw error
      } finally {
        running.delete(run.id)
      }
    },

    /** Aborts one run. It ends once its work heeds the signal. */
    abort: (id: string) => running.get(id)?.controller.abort(),
  }
}
