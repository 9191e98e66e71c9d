import { CHANGE_PARSED_MAX, type ChangeOutcome } from '@basalt/contract/ledger/ledger.rules.ts'
import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import { scriptChanges } from '@basalt/sql/analysis/script-changes.ts'
import { batchWriter } from '../../platform/batch-writer.ts'
import { analysedScript } from '../../platform/sql-analysis.ts'
import { recordOfChange, recordsOfCommit, recordsOfRun } from './change-records.ts'
import type { ChangeNotes, ChangeToRecord, Ledger } from './ledger.port.ts'
import type { ChangeRecord, LedgerStore } from './ledger.store.ts'

const RETRY_MS = 1_000
const CHANGES_WRITTEN_TOGETHER = 100
/** Changes held in memory while the metadata database is unavailable. */
const CHANGES_WAITING_MAX = 5_000

interface Deps {
  readonly store: Pick<LedgerStore, 'add'>
  readonly now: () => Date
  onFailed(error: unknown): void
  /** Whether a write would fail again however often it is retried. */
  isPermanent(error: unknown): boolean
}

export type ChangeRecorder = ReturnType<typeof changeRecorder>

/** Writes changes in the background, in the order in which they were recorded. */
export function changeRecorder({ store, now, onFailed, isPermanent }: Deps) {
  const writer = batchWriter<ChangeRecord>({
    write: store.add,
    batchSize: CHANGES_WRITTEN_TOGETHER,
    waitingMax: CHANGES_WAITING_MAX,
    delayMs: 0,
    retryMs: RETRY_MS,
    onFailed,
    isPermanent,
    onDropped: (count) => onFailed(new Error(`${count} changes were not recorded: too many waited`)),
  })
  // Scripts are read one after the other, so that a later change never overtakes them.
  let last: Promise<void> = Promise.resolve()
  const enqueue = (records: () => ChangeRecord[] | Promise<ChangeRecord[]>) => {
    last = last
      .then(records)
      .then((found) => {
        for (const record of found) writer.add(record)
      })
      .catch(onFailed)
  }
  const record = (change: ChangeToRecord) => enqueue(() => [recordOfChange(change)])
  return {
    async recorded(call, origin, work) {
      const start = performance.now()
      const startedAt = now()
      let notes: ChangeNotes | undefined
      const end = (outcome: ChangeOutcome, error?: unknown) => {
        if (!notes || notes.statements.length === 0) return
        const { ref, email: madeBy, member } = call
        const durationMs = performance.now() - start
        record({ ...notes, ref, origin, madeBy, role: member.role, startedAt, durationMs, outcome, error })
      }
      try {
        const result = await work((found) => {
          notes = found
        })
        end('done')
        return result
      } catch (error) {
        end(call.signal.aborted ? 'cancelled' : 'failed', error)
        throw error
      }
    },
    record,
    recordRun(run) {
      if (run.canWrite && MAY_CHANGE.test(run.text))
        enqueue(async () => recordsOfRun(run, scriptChanges(await statementsOf(run.text), run.completed)))
    },
    recordCommit(committed) {
      enqueue(async () => {
        const statements = await statementsOf(committed.text)
        return recordsOfCommit(committed, scriptChanges(statements, statements.length))
      })
    },
    /** Resolves when everything recorded so far is written, dropped, or has failed once. */
    async flush() {
      await last
      await writer.flush()
    },
  } satisfies Pick<Ledger, 'recorded' | 'record' | 'recordRun' | 'recordCommit'> & { flush(): Promise<void> }
}

/** A cheap first check, because most SQL only reads. */
const MAY_CHANGE =
  /\b(?:insert|update|delete|merge|truncate|copy|refresh|into|create|alter|drop|comment|grant|revoke|import|reassign|security|do|call)\b/i

const statementsOf = async (script: string) =>
  (script.length > CHANGE_PARSED_MAX ? analyseScript(script) : await analysedScript(script)).statements
