import type { RehearsalPhase } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { AppError } from '../http/app-error.ts'
import { WorkInterrupted } from './work-interrupted.ts'

/** What is known of work on a copy of a project's database. */
export interface RunOnCopy {
  readonly id: string
  readonly phase: RehearsalPhase
  readonly copied_bytes: number
  /** 0 until it is known. */
  readonly total_bytes: number
  readonly started_at: string
  /** Null until it is done. */
  readonly report: unknown
  readonly error: string | null
}

interface Deps {
  readonly newId: () => string
  readonly now: () => Date
  /** Receives failures that are ours, whose message the caller does not get. */
  onError(error: unknown, ref: string): void
  /** The error for a second run of a project. */
  conflictWith(id: string): AppError
  /** What callers are told about a failure of ours. */
  readonly unexpected: string
}

interface Work<State extends RunOnCopy> {
  readonly signal: AbortSignal
  /** Changes what is known of the run. */
  note(change: Partial<State>): void
}

interface Run<State> {
  state: State
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Work on copies that outlives the call that starts it. The last run of each project is kept until the next. */
export function runsOnCopies<State extends RunOnCopy>(deps: Deps) {
  const { newId, now, onError, conflictWith, unexpected } = deps
  const runs = new Map<string, Run<State>>()
  let isClosing = false

  const cancel = async (ref: string, reason: Error = new Cancelled()) => {
    const run = runs.get(ref)
    run?.stop.abort(reason)
    await run?.ended
  }

  return {
    /**
     * Returns at once. Throws `conflict` while another run of the project is active.
     * @param facts what this kind of run begins with besides what every run has
     * @param work resolves with the report once the copy is removed
     */
    start(
      ref: string,
      facts: Omit<State, keyof RunOnCopy>,
      work: (run: Work<State>) => Promise<State['report']>,
    ): State {
      if (isClosing) throw new AppError('instance_unavailable', 'The server is stopping')
      const before = runs.get(ref)
      if (before && !hasEnded(before.state)) throw conflictWith(before.state.id)
      const stop = new AbortController()
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      const begun: RunOnCopy = {
        id: newId(),
        phase: 'waiting',
        copied_bytes: 0,
        total_bytes: 0,
        started_at: now().toISOString(),
        report: null,
        error: null,
      }
      const run: Run<State> = { stop, ended, state: { ...begun, ...facts } as State }
      const note = (change: Partial<State>) => {
        run.state = { ...run.state, ...change }
      }
      const end = (change: Partial<RunOnCopy>) => note(change as Partial<State>)
      runs.set(ref, run)
      void work({ signal: stop.signal, note })
        .then(
          (report) => end({ phase: 'done', report }),
          (error: unknown) => {
            if (stop.signal.aborted) return end({ phase: 'cancelled' })
            if (error instanceof AppError) return end({ phase: 'failed', error: error.message })
            onError(error, ref)
            end({ phase: 'failed', error: unexpected })
          },
        )
        .finally(resolve)
      return run.state
    },

    /** Undefined when it is not the last one of the project. */
    find(ref: string, id: string): State | undefined {
      const state = runs.get(ref)?.state
      return state?.id === id ? state : undefined
    },

    /** Resolves once the copy of what runs in the project is removed. */
    cancel,

    async forget(ref: string) {
      await cancel(ref)
      runs.delete(ref)
    },

    /** Ends all runs, and removes their copies. */
    async close() {
      isClosing = true
      await Promise.all([...runs.keys()].map((ref) => cancel(ref, new WorkInterrupted())))
    },
  }
}

const hasEnded = ({ phase }: RunOnCopy) => ['done', 'failed', 'cancelled'].includes(phase)

class Cancelled extends Error {
  constructor() {
    super('The work on a copy was cancelled')
    this.name = 'Cancelled'
  }
}
