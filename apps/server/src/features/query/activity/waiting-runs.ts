import { AppError } from '../../../http/app-error.ts'

interface WaitingRun {
  readonly ref: string
  readonly started_by: string
  readonly stop: AbortController
}

export type WaitingRuns = ReturnType<typeof createWaitingRuns>

/**
 * Runs whose SQL waits for what comes before it, by the id that their client gave them. Until the SQL runs, no other list has
 * them, so they are cancelled here: once cancelled, a run never starts, and its client may send the SQL again.
 */
export function createWaitingRuns() {
  const runs = new Map<string, WaitingRun>()
  return {
    /**
     * Does what comes before a run and starts it, with a signal that ends both. Throws `conflict` for an id that waits already,
     * and when the run is cancelled.
     */
    async start<T>(
      { id, ref, started_by }: { id: string; ref: string; started_by: string },
      signal: AbortSignal,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      if (runs.has(id)) throw new AppError('conflict', 'A query with this id is already waiting')
      const stop = new AbortController()
      runs.set(id, { ref, started_by, stop })
      try {
        return await work(AbortSignal.any([signal, stop.signal]))
      } catch (error) {
        stop.signal.throwIfAborted()
        throw error
      } finally {
        runs.delete(id)
      }
    },

    /** The run of a project with this id. */
    find(ref: string, id: string): Pick<WaitingRun, 'started_by'> | undefined {
      const run = runs.get(id)
      return run?.ref === ref ? run : undefined
    },

    /** False when no such run waits in this project. */
    cancel(ref: string, id: string): boolean {
      const run = runs.get(id)
      if (run?.ref !== ref) return false
      run.stop.abort(new AppError('conflict', 'The query was cancelled before it ran. Nothing was changed.'))
      return true
    },
  }
}
