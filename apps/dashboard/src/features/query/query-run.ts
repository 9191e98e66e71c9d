import { cancelQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { failedWith } from '../../api/api-error.ts'
import { call, send } from '../../api/call.ts'
import { linesOf } from '../../api/lines.ts'
import { nextTask } from './next-task.ts'
import { endChange, type HeldChange } from './preview/held-change.ts'
import { CANCEL_GRACE_MS, READING_SLICE_MS } from './query.rules.ts'
import {
  connectionLost,
  failureOfError,
  failureOfEvent,
  isCancellation,
  type QueryFailure,
} from './query-failure.ts'
import { ResultCollector, type StatementOutcome } from './result-collector.ts'
import { assumed, POSTGRES, type SqlRole } from './sql-role.ts'

/** The text that is run, and the UTF-16 index in the document where it begins. */
export interface QuerySource {
  readonly sql: string
  readonly from: number
  /** What is sent in its place: the same with a limit at its end. */
  readonly sent?: string
  /** The limit that was put in, or -1 for none where one would have its place. */
  readonly limit?: RowLimit
  /** How many characters of what is sent stand before the text itself. */
  readonly sentBefore?: number
  /** Whether it only shows what would change. */
  readonly isPreview?: boolean
  /** Whether it ends with SET, which lasts no longer than the run. */
  readonly leavesSetting?: boolean
  /** Who it runs as, if not postgres. */
  readonly role?: SqlRole
}

export interface QueryRunSnapshot {
  readonly state: 'idle' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  readonly source: QuerySource | undefined
  /** On the clock of performance.now(). */
  readonly startedAt: number
  /** Undefined until the run is over. */
  readonly durationMs: number | undefined
  /** `startedAt` of the run that brought outcomes and failure: the one before, until this one brings something. */
  readonly resultsOf: number
  readonly outcomes: readonly StatementOutcome[]
  readonly failure: QueryFailure | undefined
  /** Whether the text left a transaction open, which was undone. */
  readonly isRolledBack: boolean
  /** The change that a preview has left open, and what became of it. */
  readonly held: HeldChange | undefined
}

export const isOver = ({ state }: Pick<QueryRunSnapshot, 'state'>) =>
  state !== 'running' && state !== 'cancelling'

const idle: QueryRunSnapshot = {
  state: 'idle',
  source: undefined,
  startedAt: 0,
  durationMs: undefined,
  resultsOf: 0,
  outcomes: [],
  failure: undefined,
  isRolledBack: false,
  held: undefined,
}

/** A run under way. */
interface Transfer {
  readonly ref: string
  readonly startedAt: number
  readonly abort: AbortController
  readonly collector: ResultCollector
  /** The server's name for the query, once it has begun. */
  id?: string
  failure?: QueryFailure
  durationMs?: number
  isRolledBack?: boolean
  held?: HeldChange
  readonly over: PromiseWithResolvers<void>
}

/**
 * Runs SQL and keeps what it brings: one run at a time, the latest one kept. React only looks at it, so a query goes
 * on while its page is left, and is found again. Rows are announced once a frame.
 */
export class QueryRun {
  #snapshot = idle
  #transfer: Transfer | undefined
  #frame: number | undefined
  readonly #watchers = new Set<() => void>()

  readonly subscribe = (changed: () => void) => {
    this.#watchers.add(changed)
    return () => void this.#watchers.delete(changed)
  }

  readonly getSnapshot = () => this.#snapshot

  /** Runs the text on a project; does nothing while another runs. Resolves when it is over, however it ended. */
  async start(ref: string, source: QuerySource): Promise<void> {
    if (this.#transfer) return
    const transfer: Transfer = {
      ref,
      startedAt: performance.now(),
      abort: new AbortController(),
      collector: new ResultCollector(),
      over: Promise.withResolvers(),
    }
    this.#transfer = transfer
    const { startedAt } = transfer
    const { held } = this.#snapshot
    this.#publish({
      ...{ state: 'running', source, startedAt, durationMs: undefined },
      ...{ isRolledBack: false, held: undefined },
    })
    // What is looked at no more keeps locks that this run may need.
    if (held?.state === 'open') await endChange(held, 'rollback')
    try {
      await this.#read(transfer, source)
    } catch (error) {
      transfer.failure = failureOfError(error)
    }
    this.#transfer = undefined
    this.#forgetFrame()
    const isCancelled =
      transfer.failure !== undefined &&
      (transfer.abort.signal.aborted ||
        (this.#snapshot.state === 'cancelling' && isCancellation(transfer.failure)))
    this.#publish({
      state: isCancelled ? 'cancelled' : transfer.failure ? 'failed' : 'done',
      durationMs: transfer.durationMs ?? performance.now() - startedAt,
      resultsOf: startedAt,
      outcomes: transfer.collector.close(),
      failure: isCancelled ? undefined : transfer.failure,
      isRolledBack: transfer.isRolledBack === true,
      held: transfer.held,
    })
    transfer.over.resolve()
  }

  /** Commits or undoes what a preview has left open. Never rejects. */
  async endHeld(how: 'commit' | 'rollback'): Promise<void> {
    const { held } = this.#snapshot
    if (held?.state !== 'open') return
    this.#publish({ held: { ...held, state: 'ending' } })
    const ended = await endChange(held, how)
    // Another run may have begun meanwhile.
    if (this.#snapshot.held?.id === held.id) this.#publish({ held: ended })
  }

  /** Cancels the query in the database, and stops waiting for it should that not end it. Never rejects. */
  async cancel(): Promise<void> {
    const transfer = this.#transfer
    if (!transfer || this.#snapshot.state === 'cancelling') return
    this.#publish({ state: 'cancelling' })
    // The server cancels whatever nobody waits for any more.
    if (transfer.id === undefined) return transfer.abort.abort()
    try {
      await call(cancelQuery, { params: { ref: transfer.ref, id: transfer.id } })
    } catch (error) {
      // It ended by itself, and its last events are on their way.
      if (!failedWith(error, 'not_found')) transfer.abort.abort()
    }
    const giveUp = setTimeout(() => transfer.abort.abort(), CANCEL_GRACE_MS)
    await transfer.over.promise
    clearTimeout(giveUp)
  }

  async #read(transfer: Transfer, { sql, sent = sql, isPreview, role = POSTGRES }: QuerySource) {
    const { signal } = transfer.abort
    const body = { query: sent, ...(isPreview && { hold: true }), ...assumed(role, new Date()) }
    const response = await send(streamQuery, { params: { ref: transfer.ref }, body }, signal)
    let sliceEnd = performance.now() + READING_SLICE_MS
    let isComplete = false
    for await (const line of linesOf(response)) {
      isComplete = this.#take(transfer, eventOf(line))
      if (performance.now() < sliceEnd) continue
      await nextTask()
      sliceEnd = performance.now() + READING_SLICE_MS
    }
    if (!isComplete) transfer.failure = connectionLost
  }

  /** Whether the event is the last one. */
  #take(transfer: Transfer, event: QueryEvent | undefined): boolean {
    if (!event) return false
    switch (event.type) {
      case 'heartbeat':
        return false
      case 'started':
        transfer.id = event.id
        return false
      case 'error':
        transfer.failure = failureOfEvent(event)
        return true
      case 'end':
        transfer.durationMs = event.durationMs
        transfer.isRolledBack = event.rolledBack === true
        if (event.heldForMs !== undefined && transfer.id !== undefined)
          transfer.held = {
            ...{ ref: transfer.ref, id: transfer.id, state: 'open' },
            until: performance.now() + event.heldForMs,
          }
        return true
      default:
        transfer.collector.take(event)
        this.#announceRows(transfer)
        return false
    }
  }

  #announceRows(transfer: Transfer) {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.#publish({
        resultsOf: transfer.startedAt,
        outcomes: transfer.collector.outcomes(),
        failure: undefined,
      })
    })
  }

  #forgetFrame() {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  }

  #publish(change: Partial<QueryRunSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const changed of this.#watchers) changed()
  }
}

/** Events come in millions and from our own server: their shape is taken as agreed. An unknown one is left out. */
function eventOf(line: string): QueryEvent | undefined {
  const value: QueryEvent = JSON.parse(line)
  return KNOWN_EVENTS.has(value.type) ? value : undefined
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set<QueryEvent['type']>([
  'started',
  'fields',
  'rows',
  'notice',
  'statement',
  'heartbeat',
  'error',
  'end',
])
