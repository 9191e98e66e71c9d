import { type BatchWriter, batchWriter } from '../../platform/batch-writer.ts'
import type { FinishedRun, QueryHistoryStore } from './query-history.store.ts'

/** How long a finished run waits to be written together with others. */
const WRITE_AFTER_MS = 1_000
const RUNS_WRITTEN_TOGETHER = 200
/** Runs held in memory while the metadata database is unavailable. */
const RUNS_WAITING_MAX = 5_000

export type QueryRecorder = BatchWriter<FinishedRun>

interface Deps {
  store: Pick<QueryHistoryStore, 'add'>
  onFailed(error: unknown): void
  /** Whether a write would fail again however often it is retried. */
  isPermanent(error: unknown): boolean
}

/** Writes the history in the background, so that recording a run only touches memory. */
export const queryRecorder = ({ store, onFailed, isPermanent }: Deps): QueryRecorder =>
  batchWriter({
    write: store.add,
    batchSize: RUNS_WRITTEN_TOGETHER,
    waitingMax: RUNS_WAITING_MAX,
    delayMs: WRITE_AFTER_MS,
    retryMs: WRITE_AFTER_MS,
    onFailed,
    isPermanent,
  })
