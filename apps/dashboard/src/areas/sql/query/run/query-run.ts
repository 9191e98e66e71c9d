import { followQuery, streamQuery } from '@basalt/contract/query/query.endpoints.ts'
import { STREAM_ROWS_MAX } from '@basalt/contract/query/query.rules.ts'
import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { failedWith } from '../../../../api/api-error.ts'
import { send } from '../../../../api/call.ts'
import { linesOf } from '../../../../api/lines.ts'
import { newId } from '../../../../lib/new-id.ts'
import { POSTGRES } from '../../role/sql-role.port.ts'
import {
  connectionLost,
  failureOfError,
  failureOfEvent,
  isCancellation,
  type QueryFailure,
} from '../failure/query-failure.ts'
import { endHeldChange, type HeldChange } from '../preview/held-change.ts'
import { CANCEL_GRACE_MS, READING_SLICE_MS } from '../query.rules.ts'
import { ResultCollector, type StatementOutcome } from '../results/result-collector.ts'
import { cancelInDatabase } from './cancel-in-database.ts'
import { nextTask } from './next-task.ts'
import { parseQueryEvent } from './query-event.ts'
import type { QuerySource } from './query-source.ts'
import { targetParams } from './run-target.ts'
import { removeRun, storedRun, storeRun } from './unfinished-run.ts'

export interface QueryRunSnapshot {
  readonly state: 'idle' | 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled'
  readonly source: QuerySource | undefined
  /** In milliseconds of performance.now(). */
  readonly startedAt: number
  /** Undefined until the run is over. */
  readonly durationMs: number | undefined
  /** `startedAt` of the run that outcomes and failure belong to: the previous one until this one returns something. */
  readonly resultsOf: number
  /** Whether its SQL may wait for a restore point or a backup, which are made first. */
  readonly waitsForWayBack: boolean
  /** How the previous run ended; its results stay until this one returns something. */
  readonly previous: Pick<QueryRunSnapshot, 'state' | 'source' | 'isRolledBack'> | undefined
  readonly outcomes: readonly StatementOutcome[]
  readonly failure: QueryFailure | undefined
  /** Whether the SQL left a transaction open, which was rolled back. */
  readonly isRolledBack: boolean
  /** The change of a preview, open or ended. */
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
  waitsForWayBack: false,
  previous: undefined,
  outcomes: [],
  failure: undefined,
  isRolledBack: false,
  held: undefined,
}

/** A preview gets its restore point when it is committed. */
const needsWayBack = ({ removesData, isPreview }: QuerySource) => removesData === true && !isPreview

/** A run in progress. */
interface Transfer {
  readonly ref: string
  readonly startedAt: number
  readonly abort: AbortController
  readonly collector: ResultCollector
  /** The server's id of the query, once it has started. */
  id?: string
  /** The id under which the server keeps the run for a reloaded page. */
  readonly keepId?: string
  failure?: QueryFailure
  durationMs?: number
  isRolledBack?: boolean
  held?: HeldChange
  readonly over: PromiseWithResolvers<void>
}

/**
 * Runs SQL, one run at a time, and holds the results of the latest. Lives outside React, so a query continues while the
 * user is on another page. Rows are published once per frame.
 */
export class QueryRun {
  readonly #key: string | undefined
  #snapshot = idle
  #transfer: Transfer | undefined
  #frame: number | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (changed: () => void) => {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  readonly getSnapshot = () => this.#snapshot

  /** `key` must be the same after a reload of the page; without it runs do not survive a reload. */
  constructor(key?: string) {
    this.#key = key
  }

  /**
   * Runs the SQL on a project; does nothing during another run. Resolves when the run has ended, even with a failure.
   */
  async start(ref: string, source: QuerySource): Promise<void> {
    if (this.#transfer) return
    const { role = POSTGRES } = source
    const isResumable = this.#key !== undefined && !source.isPreview && role.role === POSTGRES.role
    const keepId = isResumable ? newId() : undefined
    const { held } = this.#snapshot
    await this.#execute(ref, source, keepId, async ({ signal }) => {
      if (this.#key !== undefined) {
        if (keepId === undefined) removeRun(this.#key)
        else storeRun(this.#key, ref, keepId, source)
      }
      // An abandoned preview still holds its locks, which this run may need.
      if (held?.state === 'open') await endHeldChange(held, 'rollback')
      const body = {
        query: source.sent ?? source.sql,
        ...(keepId !== undefined && { keep: keepId }),
        ...(source.isPreview && { hold: true }),
        ...(needsWayBack(source) && { restore_point: true }),
        ...(source.isStored && { store: true, max_rows: STREAM_ROWS_MAX }),
        ...targetParams(source, new Date()),
      }
      return send(streamQuery, { params: { ref }, body }, signal)
    })
  }

  /** Resumes the run that this tab started before the page was reloaded, whether it has ended or not. */
  async resume(): Promise<void> {
    const stored = this.#key === undefined ? undefined : storedRun(this.#key)
    if (!stored || this.#transfer || this.#snapshot.state !== 'idle') return
    const { ref, id, source } = stored
    let isGone = false
    await this.#execute(ref, source, id, ({ signal }) =>
      send(followQuery, { params: { ref, id } }, signal).catch((error: unknown) => {
        isGone = failedWith(error, 'not_found')
        throw error
      }),
    )
    if (!isGone || this.#key === undefined) return
    removeRun(this.#key)
    this.#publish(idle)
  }

  async #execute(
    ref: string,
    source: QuerySource,
    keepId: string | undefined,
    open: (abort: AbortController) => Promise<Response>,
  ): Promise<void> {
    const transfer: Transfer = {
      ref,
      startedAt: performance.now(),
      abort: new AbortController(),
      collector: new ResultCollector(ref),
      over: Promise.withResolvers(),
      ...(keepId !== undefined && { keepId }),
    }
    this.#transfer = transfer
    const { startedAt } = transfer
    const { state, source: previousSource, isRolledBack } = this.#snapshot
    this.#publish({
      state: 'running',
      source,
      startedAt,
      durationMs: undefined,
      waitsForWayBack: needsWayBack(source),
      previous: { state, source: previousSource, isRolledBack },
      isRolledBack: false,
      held: undefined,
    })
    try {
      await this.#read(transfer, await open(transfer.abort))
    } catch (error) {
      transfer.failure = failureOfError(error)
    }
    this.#transfer = undefined
    this.#cancelFrame()
    const isCancelled =
      transfer.failure !== undefined &&
      (transfer.abort.signal.aborted ||
        (this.#snapshot.state === 'cancelling' && isCancellation(transfer.failure)))
    this.#publish({
      state: isCancelled ? 'cancelled' : transfer.failure ? 'failed' : 'done',
      durationMs: transfer.durationMs ?? performance.now() - startedAt,
      resultsOf: startedAt,
      waitsForWayBack: false,
      outcomes: transfer.collector.close(),
      failure: isCancelled ? undefined : transfer.failure,
      isRolledBack: transfer.isRolledBack === true,
      held: transfer.held,
    })
    transfer.over.resolve()
  }

  /** Commits or rolls back the open change of a preview. Never rejects. */
  async endHeld(how: 'commit' | 'rollback'): Promise<void> {
    const { held } = this.#snapshot
    if (held?.state !== 'open') return
    this.#publish({ held: { ...held, state: 'ending' } })
    const ended = await endHeldChange(held, how)
    // Another run may have started in the meantime.
    if (this.#snapshot.held?.id === held.id) this.#publish({ held: ended })
  }

  /** Discards the results; does nothing during a run. */
  clear(): void {
    if (this.#transfer) return
    if (this.#key !== undefined) removeRun(this.#key)
    this.#publish(idle)
  }

  /**
   * Cancels the query in the database, which terminates its connection when a cancel is not enough. Never rejects: when
   * the database does not stop it, the run continues and an error is displayed.
   */
  async cancel(): Promise<void> {
    const transfer = this.#transfer
    if (!transfer || this.#snapshot.state === 'cancelling') return
    this.#publish({ state: 'cancelling' })
    if (transfer.id === undefined) {
      // The server does not start a query whose client has disconnected.
      transfer.abort.abort()
      if (transfer.keepId === undefined) return
      await transfer.over.promise
      // Unless it has just started; then it would continue.
      await cancelInDatabase(transfer.ref, transfer.keepId)
      return
    }
    const hasEnded = await cancelInDatabase(transfer.ref, transfer.id)
    if (!hasEnded) {
      if (this.#transfer === transfer) this.#publish({ state: 'running' })
      return
    }
    // The query has ended; its last events are still arriving.
    const timeout = setTimeout(() => transfer.abort.abort(), CANCEL_GRACE_MS)
    await transfer.over.promise
    clearTimeout(timeout)
  }

  /**
   * Cancels a run that waits for its restore point or backup, and runs the same without one. Does nothing once the SQL runs.
   */
  async runWithoutWayBack(): Promise<void> {
    const transfer = this.#transfer
    const { source, waitsForWayBack } = this.#snapshot
    if (!transfer || !source || !waitsForWayBack) return
    await this.cancel()
    await transfer.over.promise
    if (this.#snapshot.state !== 'cancelled' || (await this.#hasStarted(transfer))) return
    await this.start(transfer.ref, { ...source, removesData: false })
  }

  /** Whether the server began to run the SQL before it was cancelled. True when it cannot be asked. */
  async #hasStarted({ ref, keepId }: Transfer): Promise<boolean> {
    if (keepId === undefined) return true
    const stop = new AbortController()
    try {
      await send(followQuery, { params: { ref, id: keepId } }, stop.signal)
      return true
    } catch (error) {
      return !failedWith(error, 'not_found')
    } finally {
      stop.abort()
    }
  }

  async #read(transfer: Transfer, response: Response) {
    let sliceEnd = performance.now() + READING_SLICE_MS
    let isComplete = false
    for await (const line of linesOf(response)) {
      isComplete = this.#take(transfer, parseQueryEvent(line))
      if (performance.now() < sliceEnd) continue
      await nextTask()
      sliceEnd = performance.now() + READING_SLICE_MS
    }
    if (!isComplete) transfer.failure = connectionLost
  }

  /** Processes an event and returns whether it is the last one. */
  #take(transfer: Transfer, event: QueryEvent | undefined): boolean {
    if (!event) return false
    switch (event.type) {
      case 'heartbeat':
        return false
      case 'started':
        transfer.id = event.id
        transfer.collector.take(event)
        if (this.#snapshot.waitsForWayBack) this.#publish({ waitsForWayBack: false })
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
            removesData: this.#snapshot.source?.removesData === true,
            until: performance.now() + event.heldForMs,
          }
        return true
      default:
        transfer.collector.take(event)
        this.#publishRows(transfer)
        return false
    }
  }

  #publishRows(transfer: Transfer) {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.#publish({
        resultsOf: transfer.startedAt,
        outcomes: transfer.collector.outcomes(),
        failure: undefined,
      })
    })
  }

  #cancelFrame() {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  }

  #publish(change: Partial<QueryRunSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const changed of this.#listeners) changed()
  }
}
