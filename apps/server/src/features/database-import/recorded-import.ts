import type { ChangeOutcome } from '@basalt/contract/ledger/ledger.rules.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { ExecutedSql } from './executed-sql.ts'
import type { ImportsStore, StoredImport } from './imports.store.ts'
import { Cancelled } from './running-imports.ts'

interface Deps {
  readonly store: Pick<ImportsStore, 'starterOf'>
  readonly ledger: Pick<Ledger, 'record'>
  readonly now: () => Date
  /** Receives why the ledger could not be written, which does not fail an import. */
  onError(error: unknown, ref: string): void
}

/** Does work that runs SQL of an import, and records this SQL with how the work ended. Throws what the work throws. */
export function recordedImports({ store, ledger, now, onError }: Deps) {
  return async (row: StoredImport, signal: AbortSignal, work: (executed: ExecutedSql) => Promise<void>) => {
    const executed = new ExecutedSql()
    const startedAt = now()
    const start = performance.now()
    const end = async (outcome: ChangeOutcome, error?: unknown) => {
      const madeBy = await store.starterOf(row)
      for (const change of executed.changes())
        ledger.record({
          ...change,
          ref: row.ref,
          origin: 'import',
          madeBy,
          role: undefined,
          startedAt,
          durationMs: performance.now() - start,
          outcome,
          error,
        })
    }
    try {
      await work(executed)
    } catch (error) {
      const reason = signal.reason ?? error
      await end(reason instanceof Cancelled ? 'cancelled' : 'failed', reason).catch((failure) =>
        onError(failure, row.ref),
      )
      throw error
    }
    await end('done').catch((failure) => onError(failure, row.ref))
  }
}
