/** What becomes of the answer to a message. */
export type Answer = 'pass' | 'swallow'

/** A Parse or Close on its way, whose answer has not come yet. */
export class Awaited {
  readonly answer: Answer
  /** The server did not do it: it failed at it, or an error came first and it was never reached. */
  readonly undo: ((wasReached: boolean) => void) | undefined
  /** The server has done it. */
  readonly done: (() => void) | undefined
  /** Which message of its batch it is, so that it is known at which one the server failed; the ledger counts. */
  ordinal = 0
  /** In which batch it was sent; the ledger counts. */
  batch = 0

  constructor(answer: Answer, undo?: (wasReached: boolean) => void, done?: () => void) {
    this.answer = answer
    this.undo = undo
    this.done = done
  }
}

/** Stands in for a message that was refused: the server's error is replaced by this one. */
export interface Refusal {
  error: Buffer
}

type Entry = 'ready' | 'sync' | 'copy end' | Awaited | Refusal

/**
 * What the server still owes an answer to, in order. It tells when nothing is owed any more, so that the connection
 * may serve another client, and which answers are not the client's.
 */
export class ReplyLedger {
  #entries: Entry[] = []
  #sent = 0
  #replied = 0
  #batches = 0
  /** Messages of the extended protocol were sent and no Sync yet. */
  isBatchOpen = false
  /** The open batch has failed, so the server answers nothing more of it but its Sync. */
  hasFailed = false
  /** The server reads COPY data until the client ends it. */
  isCopyingIn = false

  get isSettled() {
    return this.#entries.length === 0 && !this.isBatchOpen && !this.isCopyingIn
  }

  /** Whether the server is working on something whose end it will report. */
  get owesReady() {
    return this.#entries.some((entry) => entry === 'ready' || entry === 'sync')
  }

  /** A Query or a function call was sent. */
  query() {
    this.#endBatch('ready')
  }

  sync() {
    // While it reads COPY data, the server ignores them.
    if (!this.isCopyingIn) this.#endBatch('sync')
  }

  /** A message of the extended protocol was sent whose answer needs no attention. */
  send() {
    this.isBatchOpen = true
    this.#sent += 1
  }

  await(entry: Awaited) {
    this.#entries.push(entry)
    entry.ordinal = this.#sent
    entry.batch = this.#batches
    this.send()
  }

  has(entry: Awaited) {
    return this.#entries.includes(entry)
  }

  /** Whether it is still unknown what becomes of a message, though its batch is over and another one has begun. */
  isOpenFromEarlier(entry: Awaited) {
    if (entry.batch === this.#batches) return false
    const at = this.#entries.indexOf(entry)
    return (
      at >= 0 && this.#entries.some((other, index) => index > at && (other === 'sync' || other === 'ready'))
    )
  }

  refuse(error: Buffer) {
    this.#entries.push({ error })
    this.send()
  }

  /** CopyDone or CopyFail was sent. */
  endCopy() {
    if (this.isCopyingIn) this.isCopyingIn = false
    // Behind a COPY that has failed already, the server reads past it: nothing would ever take the entry away.
    else if (this.owesReady || (this.isBatchOpen && !this.hasFailed)) this.#entries.push('copy end')
  }

  /** CopyInResponse came: what was sent before the client's end of the data is not answered. */
  startCopy() {
    const end = this.#entries.indexOf('copy end')
    if (end < 0) {
      this.isCopyingIn = true
      this.isBatchOpen ||= this.#entries.includes('sync')
      this.#entries = this.#entries.filter((entry) => entry !== 'sync')
    } else this.#entries = this.#entries.filter((entry, at) => at > end || (at < end && entry !== 'sync'))
  }

  /** The server has done what a message of a batch asked for. */
  reply() {
    this.#replied += 1
  }

  /** ParseComplete or CloseComplete came. */
  complete(): Answer {
    const first = this.#entries[0]
    const awaited = isAwaited(first) ? first : this.#entries.find(isAwaited)
    if (awaited === undefined) return 'pass'
    if (awaited === first) this.#entries.shift()
    else this.#entries.splice(this.#entries.indexOf(awaited), 1)
    awaited.done?.()
    return awaited.answer
  }

  /** An ErrorResponse came; answers what the client is told instead, if it was provoked. */
  fail(isProvoked: boolean): Buffer | undefined {
    let replacement: Buffer | undefined
    this.isCopyingIn = false
    const skipped: Awaited[] = []
    while (typeof this.#entries[0] === 'object' || this.#entries[0] === 'copy end') {
      const entry = this.#entries.shift() as Awaited | Refusal | 'copy end'
      // The end of data for a COPY that never began, of a batch of which the rest is skipped.
      if (entry === 'copy end') continue
      if ('error' in entry) replacement ??= entry.error
      else skipped.push(entry)
    }
    this.#undo(skipped)
    this.hasFailed = this.isBatchOpen && this.#entries.length === 0
    return isProvoked ? replacement : undefined
  }

  /** ReadyForQuery came: everything up to the message that asked for it is over. */
  ready() {
    // Most often nothing else is owed.
    if (this.#entries.length === 1 && typeof this.#entries[0] === 'string') {
      this.#entries.pop()
      this.#replied = 0
      return
    }
    const skipped: Awaited[] = []
    while (this.#entries.length > 0) {
      const entry = this.#entries.shift()!
      if (entry === 'ready' || entry === 'sync') break
      if (isAwaited(entry)) skipped.push(entry)
    }
    // Nor does anybody answer the end of data for a COPY that failed before it began.
    while (this.#entries[0] === 'copy end') this.#entries.shift()
    this.#undo(skipped)
    this.#replied = 0
  }

  #endBatch(entry: 'ready' | 'sync') {
    this.#entries.push(entry)
    this.#batches += 1
    this.isBatchOpen = false
    this.hasFailed = false
    this.#sent = 0
  }

  /** What came last is undone first. */
  #undo(skipped: Awaited[]) {
    for (const entry of skipped.reverse()) entry.undo?.(entry.ordinal === this.#replied)
  }
}

const isAwaited = (entry: Entry | undefined): entry is Awaited => entry instanceof Awaited
