import { AppError } from '../../../http/app-error.ts'
import { backendKey, sendCancelRequest } from '../../../platform/project-databases/cancel-request.ts'
import type { TransactionStatus } from '../../../platform/project-databases/sql/protocol.ts'
import type { Lease } from '../../../platform/project-databases/sql/sql-pool.ts'
import { STOPPING, type StopTimes } from './flow.rules.ts'
import type { StatementRun } from './statement-run.ts'

interface Options {
  /** Whether the connection keeps its state instead of returning to the pool; if true, `keep` now owns it. */
  readonly keep?: (status: TransactionStatus) => boolean
  /** Called when a step of stopping the query failed, even if a later step succeeded. */
  readonly onStopProblem: (error: Error) => void
  readonly times?: StopTimes
}

/** The run of one text on one connection, from the first message to the connection's return. */
export class Execution {
  readonly run: StatementRun
  readonly finished: Promise<void>
  readonly #lease: Lease
  readonly #options: Options
  /** Whether the connection was returned, kept or destroyed. */
  #isOver = false
  #isStopped = false
  #stopping: Promise<void> | undefined

  constructor(lease: Lease, run: StatementRun, options: Options) {
    this.#lease = lease
    this.run = run
    this.#options = options
    this.finished = run.settled.then((status) => {
      if (this.#isOver) return
      this.#isOver = true
      // A repeated cancel request may be in flight, and must not hit the next query.
      if (status === undefined || this.#isStopped) lease.destroy()
      else if (!options.keep?.(status)) lease.giveBack(run.text, status)
    })
  }

  /**
   * Cancels the query, and terminates its connection if it has not ended after `times.cancelMs`. Resolves once it has
   * ended in the database. Throws `instance_unavailable` if it still runs `times.terminateMs` later.
   */
  async stop() {
    if (this.#isOver) return
    this.#stopping ??= this.#stop().finally(() => {
      this.#stopping = undefined
    })
    await this.#stopping
  }

  /** Stops a query whose events are no longer read. Never throws: failures can only be logged. */
  async abandon() {
    if (this.#isOver || this.run.events.hasEnded) return
    try {
      await this.stop()
    } catch (error) {
      this.#options.onStopProblem(error as Error)
      if (this.#isOver) return
      this.#isOver = true
      this.#lease.destroy()
    }
  }

  async #stop() {
    const { cancelMs, terminateMs, repeatMs } = this.#options.times ?? STOPPING
    this.#isStopped = true
    this.run.stop()
    if (!(await this.#hasEnded(0))) {
      let isReported = false
      const request = () =>
        sendCancelRequest(backendKey(this.#lease.client)).catch((error: Error) => {
          if (!isReported) this.#options.onStopProblem(new Error('A cancel request failed', { cause: error }))
          isReported = true
        })
      // A request that arrives between two statements has no effect, so it is repeated.
      const repeat = setInterval(() => void request(), repeatMs)
      void request()
      const isCancelled = await this.#hasEnded(cancelMs)
      clearInterval(repeat)
      if (isCancelled) return
      const failure = await this.#lease.terminate().then(
        () => undefined,
        (error: Error) => error,
      )
      if (failure)
        this.#options.onStopProblem(new Error('Terminating a connection failed', { cause: failure }))
      if (await this.#hasEnded(terminateMs)) return
      throw new AppError(
        'instance_unavailable',
        'PostgreSQL did not stop this query: it reacted to neither cancel nor terminate. It may still be running. Restart the database to end it.',
        { ...(failure && { cause: failure }) },
      )
    }
  }

  /** Whether the query ends within `ms` milliseconds. */
  async #hasEnded(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const timeUp = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, ms, false)
    })
    try {
      return await Promise.race([this.finished.then(() => true), timeUp])
    } finally {
      clearTimeout(timer)
    }
  }
}
