import { WorkCancelled } from '../../platform/work-cancelled.ts'

export type CancellableWork = ReturnType<typeof cancellableWork>

/** Work that somebody may cancel, by the id of the row that announces it. */
export function cancellableWork() {
  const running = new Map<string, { stop: AbortController; ended: Promise<unknown> }>()

  return {
    /** Does the work, whose signal is aborted as the given one is, or when it is cancelled: with `WorkCancelled` then. */
    async run<T>(id: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const stop = new AbortController()
      const result = work(AbortSignal.any([signal, stop.signal]))
      // Its failure is that of `run`; who cancels only waits for the end.
      const ended = result.catch(() => undefined)
      running.set(id, { stop, ended })
      try {
        return await result
      } catch (error) {
        stop.signal.throwIfAborted()
        throw error
      } finally {
        running.delete(id)
      }
    },

    /** Resolves once the work has ended, with whether it was running. */
    async cancel(id: string): Promise<boolean> {
      const work = running.get(id)
      if (!work) return false
      work.stop.abort(new WorkCancelled())
      await work.ended
      return true
    },
  }
}
