import type { FinishedRun, QueryHistoryStore } from './query-history.store.ts'
import { RUNS_WAITING_MAX, RUNS_WRITTEN_TOGETHER, SWEEP_EVERY_MS, WRITE_AFTER_MS } from './recorder.rules.ts'

export type QueryRecorder = ReturnType<typeof queryRecorder>

interface Deps {
  store: Pick<QueryHistoryStore, 'add' | 'sweep'>
  onFailed(error: unknown): void
  now(): Date
}

/**
 * Writes the history behind the queries' backs: a run only leaves a note in memory, and notes are written together a
 * moment later. When writing fails they wait for the next time; the oldest go when too many wait.
 */
export function queryRecorder({ store, onFailed, now }: Deps) {
  const waiting: FinishedRun[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let sweptAt = 0

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, RUNS_WRITTEN_TOGETHER)
      await store.add(batch)
      waiting.splice(0, batch.length)
    }
    if (now().getTime() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = now().getTime()
    await store.sweep()
  }

  /** Resolves when everything that was added before is written, or could not be. */
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length > 0) writing = writing.then(write).catch(onFailed)
    return writing
  }

  return {
    add(run: FinishedRun) {
      waiting.push(run)
      if (waiting.length > RUNS_WAITING_MAX) waiting.shift()
      timer ??= setTimeout(flush, WRITE_AFTER_MS)
      timer.unref()
    },
    flush,
  }
}
