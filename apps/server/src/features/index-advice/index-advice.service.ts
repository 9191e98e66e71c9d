import type { IndexAdvice } from '@basalt/contract/index-advice/index-advice.schema.ts'
import type { ParsedStatement } from '@basalt/sql/parser/parsed-statement.ts'
import { AppError } from '../../http/app-error.ts'
import { WorkInterrupted } from '../../platform/work-interrupted.ts'
import type { Rehearsals } from '../rehearsals/rehearsals.port.ts'
import { tryIndexes } from './try-indexes.ts'

interface Deps {
  readonly onCopy: Rehearsals['onCopy']
  readonly newId: () => string
  readonly now: () => Date
  /** Receives failures that are ours, whose message the caller does not get. */
  onError(error: unknown, ref: string): void
}

interface Run {
  state: IndexAdvice
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Index advice that outlives the call that starts it. The last one of each project is kept until the next. */
export function indexAdviceService({ onCopy, newId, now, onError }: Deps) {
  const runs = new Map<string, Run>()
  let isClosing = false

  const cancel = async (ref: string, reason: Error = new Cancelled()) => {
    const run = runs.get(ref)
    run?.stop.abort(reason)
    await run?.ended
  }
  const hasEnded = ({ phase }: IndexAdvice) => ['done', 'failed', 'cancelled'].includes(phase)

  return {
    /** Returns at once. Throws `conflict` while other advice of the project is worked out. */
    start(ref: string, sql: string, statement: ParsedStatement): IndexAdvice {
      if (isClosing) throw new AppError('instance_unavailable', 'The server is stopping')
      const before = runs.get(ref)
      if (before && !hasEnded(before.state))
        throw new AppError(
          'conflict',
          'Indexes are being tried for another query of this database. Wait for the end, or cancel it.',
          { details: { advice: before.state.id } },
        )
      const stop = new AbortController()
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      const run: Run = {
        stop,
        ended,
        state: {
          id: newId(),
          phase: 'waiting',
          copied_bytes: 0,
          total_bytes: 0,
          started_at: now().toISOString(),
          report: null,
          error: null,
        },
      }
      const note = (change: Partial<IndexAdvice>) => {
        run.state = { ...run.state, ...change }
      }
      runs.set(ref, run)
      void onCopy(
        ref,
        {
          signal: stop.signal,
          onProgress: ({ phase, copiedBytes, totalBytes }) =>
            note({ phase, copied_bytes: copiedBytes, total_bytes: totalBytes }),
        },
        (client) => tryIndexes(client, sql, statement),
      )
        .then(
          ({ result, copy_ms }) => note({ phase: 'done', report: { ...result, copy_ms } }),
          (error: unknown) => {
            if (stop.signal.aborted) return note({ phase: 'cancelled' })
            if (error instanceof AppError) return note({ phase: 'failed', error: error.message })
            onError(error, ref)
            note({ phase: 'failed', error: UNEXPECTED })
          },
        )
        .finally(resolve)
      return run.state
    },

    /** Undefined when it is not the last one of the project. */
    find(ref: string, id: string): IndexAdvice | undefined {
      const state = runs.get(ref)?.state
      return state?.id === id ? state : undefined
    },

    /** Resolves once the copy is removed. */
    cancel,

    async forget(ref: string) {
      await cancel(ref)
      runs.delete(ref)
    },

    /** Ends all advice, and removes the copies. */
    async close() {
      isClosing = true
      await Promise.all([...runs.keys()].map((ref) => cancel(ref, new WorkInterrupted())))
    },
  }
}

class Cancelled extends Error {
  constructor() {
    super('The index advice was cancelled')
    this.name = 'Cancelled'
  }
}

const UNEXPECTED = 'Trying indexes failed for a reason that is in the log of the server. Try again.'
