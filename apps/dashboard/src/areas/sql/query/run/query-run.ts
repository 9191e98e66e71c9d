import { followQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { STREAM_ROWS_MAX } from '@basalt/contract/query/query.rules.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { failedWith } from '../../../../api/api-error.ts'
import { send } from '../../../../api/call.ts'
import { linesOf } from '../../../../api/lines.ts'
import { newId } from '../../../../lib/new-id.ts'
import {
  connectionLost,
  failureOfError,
  failureOfEvent,
  isCancellation,
  type QueryFailure,
} from '../failure/query-failure.ts'
import { endChange, type HeldChange } from '../preview/held-change.ts'
import { CANCEL_GRACE_MS, READING_SLICE_MS } from '../query.rules.ts'
import { ResultCollector, type StatementOutcome } from '../results/result-collector.ts'
import { POSTGRES } from '../role/sql-role.ts'
import { cancelInDatabase } from './cancel-in-database.ts'
import { nextTask } from './next-task.ts'
import { eventOf } from './query-event.ts'
import type { QuerySource } from './query-source.ts'
import { calledTarget } from './run-target.ts'
import { forgetRun, rememberedRun, rememberRun } from './unfinished-run.ts'

export interface QueryRunSnapshot {
  readonly state: 'idle' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  readonly source: QuerySource | undefined
  /** On the clock of performance.now(). */
  readonly startedAt: number
  /** Undefined until the run is over. */
  readonly durationMs: number | undefined
  /** `startedAt` of the run that brought outcomes and failure: the one before, until this one brings something. */
  readonly resultsOf: number
  /** How the previous run ended; its results stay until this one returns something. */
  readonly before: Pick<QueryRunSnapshot, 'state' | 'source' | 'isRolledBack'> | undefined
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
  before: undefined,
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
  /** The name that it is given when the server is to keep it for a page that comes back. */
  readonly keptAs?: string
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
  readonly #place: string | undefined
  #snapshot = idle
  #transfer: Transfer | undefined
  #frame: number | undefined
  readonly #watchers = new Set<() => void>()

  readonly subscribe = (changed: () => void) => {
    this.#watchers.add(changed)
    return () => void this.#watchers.delete(changed)
  }

  readonly getSnapshot = () => this.#snapshot

  /** Where it is run, by a name that another load of the page has too; without it nothing survives a reload. */
  constructor(place?: string) {
    this.#place = place
  }

  /** Runs the text on a project; does nothing while another runs. Resolves when it is over, however it ended. */
  async start(ref: string, source: QuerySource): Promise<void> {
    if (this.#transfer) return
    const { role = POSTGRES } = source
    const isKept = this.#place !== undefined && !source.isPreview && role.role === POSTGRES.role
    const keptAs = isKept ? newId() : undefined
    const { held } = this.#snapshot
    await this.#carryOut(ref, source, keptAs, async ({ signal }) => {
      if (this.#place !== undefined) {
        if (keptAs === undefined) forgetRun(this.#place)
        else rememberRun(this.#place, ref, keptAs, source)
      }
      // An abandoned preview still holds its locks, which this run may need.
      if (held?.state === 'open') await endChange(held, 'rollback')
      const body = {
        query: source.sent ?? source.sql,
        ...(keptAs !== undefined && { keep: keptAs }),
        ...(source.isPreview && { hold: true }),
        ...(source.isStored && { store: true, max_rows: STREAM_ROWS_MAX }),
        ...calledTarget(source, new Date()),
      }
      return send(streamQuery, { params: { ref }, body }, signal)
    })
  }

  /** Finds again what this tab ran here before the page was reloaded, running still or not. */
  async resume(): Promise<void> {
    const known = this.#place === undefined ? undefined : rememberedRun(this.#place)
    if (!known || this.#transfer || this.#snapshot.state !== 'idle') return
    const { ref, id, source } = known
    let isGone = false
    await this.#carryOut(ref, source, id, ({ signal }) =>
      send(followQuery, { params: { ref, id } }, signal).catch((error: unknown) => {
        isGone = failedWith(error, 'not_found')
        throw error
      }),
    )
    if (!isGone || this.#place === undefined) return
    forgetRun(this.#place)
    this.#publish(idle)
  }

  async #carryOut(
    ref: string,
    source: QuerySource,
    keptAs: string | undefined,
    open: (abort: AbortController) => Promise<Response>,
  ): Promise<void> {
    const transfer: Transfer = {
      ref,
      startedAt: performance.now(),
      abort: new AbortController(),
      collector: new ResultCollector(ref),
      over: Promise.withResolvers(),
      ...(keptAs !== undefined && { keptAs }),
    }
    this.#transfer = transfer
    const { startedAt } = transfer
    const { state, source: sourceBefore, isRolledBack } = this.#snapshot
    this.#publish({
      state: 'running',
      source,
      startedAt,
      durationMs: undefined,
      before: { state, source: sourceBefore, isRolledBack },
      isRolledBack: false,
      held: undefined,
    })
    try {
      await this.#read(transfer, await open(transfer.abort))
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

  /** Lets go of what a run has brought, unless it still runs. */
  clear(): void {
    if (this.#transfer) return
    if (this.#place !== undefined) forgetRun(this.#place)
    this.#publish(idle)
  }

  /**
   * Cancels the query in the database, which terminates its connection when a cancel is not enough. Never rejects: when
   * the database does not stop it, the run continues and the user is told.
   */
  async cancel(): Promise<void> {
    const transfer = this.#transfer
    if (!transfer || this.#snapshot.state === 'cancelling') return
    this.#publish({ state: 'cancelling' })
    if (transfer.id === undefined) {
      // The server does not begin what nobody waits for.
      transfer.abort.abort()
      if (transfer.keptAs === undefined) return
      await transfer.over.promise
      // It may have begun a moment before, and would go on.
      await cancelInDatabase(transfer.ref, transfer.keptAs)
      return
    }
    const isTold = await cancelInDatabase(transfer.ref, transfer.id)
    if (!isTold) {
      if (this.#transfer === transfer) this.#publish({ state: 'running' })
      return
    }
    // It has ended, and its last events are on their way.
    const giveUp = setTimeout(() => transfer.abort.abort(), CANCEL_GRACE_MS)
    await transfer.over.promise
    clearTimeout(giveUp)
  }

  async #read(transfer: Transfer, response: Response) {
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
        transfer.collector.take(event)
        return false
      case 'error':
        transfer.failure = failureOfEvent(event)
        return true
      case 'end':
        transfer.durationMs = event.durationMs
        transfer.isRolledBack = event.rolledBack === true
        if (event.heldForMs !== undefined && transfer.id !== undefined)
          transfer.held = {
            ref: transfer.ref,
            id: transfer.id,
            state: 'open',
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
