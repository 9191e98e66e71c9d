import { AppError } from '../../http/app-error.ts'
import type { Progress } from './import-run.ts'
import type { StoredImport } from './imports.store.ts'

/** An import that this server works on. */
export interface RunningImport {
  readonly id: string
  readonly stop: AbortController
  readonly progress: Progress
  /** Resolves once the work has ended, however it did. */
  readonly over: Promise<void>
}

/** A member has cancelled the import. */
export class Cancelled extends AppError {
  constructor() {
    super('gone', 'The import was cancelled. What it had created was removed.')
  }
}

/** The imports that this server works on in the background, at most one of a project. */
export function runningImports(onError: (error: unknown, ref: string) => void) {
  const running = new Map<string, RunningImport>()
  return {
    /** That of a project. */
    get: (ref: string) => running.get(ref),
    has: (ref: string) => running.has(ref),

    /** Begins work on an import. What the work throws goes to `onError`. */
    begin(row: StoredImport, work: (state: RunningImport) => Promise<void>): RunningImport {
      const over = Promise.withResolvers<void>()
      const state: RunningImport = {
        id: row.id,
        stop: new AbortController(),
        progress: { tables: 0, tables_total: 0, bytes: 0, bytes_total: 0 },
        over: over.promise,
      }
      running.set(row.ref, state)
      void work(state)
        .catch((error) => onError(error, row.ref))
        .finally(() => {
          running.delete(row.ref)
          over.resolve()
        })
      return state
    },

    /** Aborts all with a reason, and waits for them. */
    async close(reason: AppError) {
      for (const { stop } of running.values()) stop.abort(reason)
      await Promise.all([...running.values()].map(({ over }) => over))
    },
  }
}
