import { sendCancelRequest } from '../activity/cancel-request.ts'
import type { Lease } from '../sessions/project-pool.ts'
import { CANCEL_REPEAT_MS } from './flow.rules.ts'
import type { TransactionStatus } from './protocol.ts'
import type { StatementRun } from './statement-run.ts'

/** One text on one connection, from the first message to the connection's return. */
export class Execution {
  readonly run: StatementRun
  readonly finished: Promise<void>
  readonly #lease: Lease
  #isOver = false
  #isCancelled = false

  /** `keep` says of a connection whether it is kept in its state instead of being given back, and then keeps it. */
  constructor(lease: Lease, run: StatementRun, keep: (status: TransactionStatus) => boolean = () => false) {
    this.#lease = lease
    this.run = run
    this.finished = run.settled.then((status) => {
      if (this.#isOver) return
      this.#isOver = true
      // A repeated cancel request may be under way, and must not meet the next query.
      if (status === undefined || this.#isCancelled) lease.destroy()
      else if (!keep(status)) lease.giveBack(run.text, status)
    })
  }

  /** Resolves once the database was told; the events then end with the error of a cancelled query. */
  async cancel() {
    if (this.#isOver) return
    const isFirst = !this.#isCancelled
    this.#isCancelled = true
    this.run.stop()
    await sendCancelRequest(this.#lease.client)
    if (!isFirst) return
    const repeat = setInterval(() => void sendCancelRequest(this.#lease.client), CANCEL_REPEAT_MS)
    void this.run.settled.then(() => clearInterval(repeat))
  }

  /** For when nobody reads the events any more. */
  async abandon() {
    if (this.#isOver || this.run.events.hasEnded) return
    this.#isOver = true
    this.run.stop()
    await sendCancelRequest(this.#lease.client)
    this.#lease.destroy()
  }
}
