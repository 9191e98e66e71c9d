import { REHEARSED_STATEMENTS_MAX } from '@basalt/contract/rehearsals/rehearsals.rules.ts'
import type { CopyRehearsal } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { AppError } from '../../http/app-error.ts'
import { WorkInterrupted } from '../../platform/work-interrupted.ts'
import type { Rehearsals } from './rehearsals.port.ts'

interface Deps {
  readonly rehearse: Rehearsals['rehearse']
  readonly newId: () => string
  readonly now: () => Date
  /** Receives failures that are ours, whose message the caller does not get. */
  onError(error: unknown, ref: string): void
}

interface Run {
  state: CopyRehearsal
  readonly stop: AbortController
  readonly ended: Promise<void>
}

export type RehearsalService = ReturnType<typeof rehearsalService>

/** Rehearsals that outlive the call that starts them. The last one of each project is kept until the next. */
export function rehearsalService({ rehearse, newId, now, onError }: Deps) {
  const runs = new Map<string, Run>()
  let isClosing = false

  const cancel = async (ref: string, reason: Error = new Cancelled()) => {
    const run = runs.get(ref)
    run?.stop.abort(reason)
    await run?.ended
  }

  const hasEnded = ({ phase }: CopyRehearsal) => ['done', 'failed', 'cancelled'].includes(phase)

  return {
    /** Returns at once. Throws `conflict` while another rehearsal of the project runs, and `validation_failed` for too many statements. */
    start(ref: string, statements: readonly string[]): CopyRehearsal {
      if (isClosing) throw new AppError('instance_unavailable', 'The server is stopping')
      const before = runs.get(ref)
      if (before && !hasEnded(before.state))
        throw new AppError(
          'conflict',
          'Another rehearsal of this database is running. Wait for its end, or cancel it.',
          { details: { rehearsal: before.state.id } },
        )
      if (statements.length > REHEARSED_STATEMENTS_MAX)
        throw new AppError(
          'validation_failed',
          `At most ${REHEARSED_STATEMENTS_MAX} statements can be rehearsed on a copy, and these are ${statements.length}.`,
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
          ran: 0,
          statements: statements.length,
          started_at: now().toISOString(),
          report: null,
          error: null,
        },
      }
      const note = (change: Partial<CopyRehearsal>) => {
        run.state = { ...run.state, ...change }
      }
      runs.set(ref, run)
      void rehearse(ref, statements, {
        signal: stop.signal,
        onProgress: ({ phase, copiedBytes, totalBytes, ran }) =>
          note({ phase, copied_bytes: copiedBytes, total_bytes: totalBytes, ran }),
      })
        .then(
          (report) => note({ phase: 'done', report }),
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
    find(ref: string, id: string): CopyRehearsal | undefined {
      const state = runs.get(ref)?.state
      return state?.id === id ? state : undefined
    },

    /** Resolves once the copy of what runs in the project is removed. */
    cancel,

    async forget(ref: string) {
      await cancel(ref)
      runs.delete(ref)
    },

    /** Ends all rehearsals, and removes their copies. */
    async close() {
      isClosing = true
      await Promise.all([...runs.keys()].map((ref) => cancel(ref, new WorkInterrupted())))
    },
  }
}

class Cancelled extends Error {
  constructor() {
    super('The rehearsal was cancelled')
    this.name = 'Cancelled'
  }
}

const UNEXPECTED = 'The rehearsal failed for a reason that is in the log of the server. Try again.'
