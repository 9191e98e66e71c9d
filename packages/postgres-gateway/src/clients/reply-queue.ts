/** What happens to the reply to a message. */
export type Answer = 'pass' | 'swallow'

/** A Parse or Close that was sent and is not answered yet. */
export class PendingReply {
  readonly answer: Answer
  /** Called when it had no effect: it failed (`wasReached`), or the server skipped it after an earlier error. */
  readonly undo: ((wasReached: boolean) => void) | undefined
  /** Called when the server has executed it. */
  readonly done: (() => void) | undefined
  /** Its position in its batch, which tells at which message the server failed; set by the queue. */
  ordinal = 0
  /** The number of its batch; set by the queue. */
  batch = 0

  constructor(answer: Answer, undo?: (wasReached: boolean) => void, done?: () => void) {
    this.answer = answer
    this.undo = undo
    this.done = done
  }
}

/** Stands in for a message that was refused: its error replaces that of the server. */
export interface RefusedMessage {
  error: Buffer
}

type Entry = 'ready' | 'sync' | 'copy end' | PendingReply | RefusedMessage

/**
 * The replies that the server still owes, in order. It tells when none is owed, so that the connection may serve
 * another client, and which replies must not reach the client.
 */
export class ReplyQueue {
  #entries: Entry[] = []
  #sent = 0
  #replied = 0
  #batches = 0
  /** Messages of the extended protocol were sent without a Sync so far. */
  isBatchOpen = false
  /** The open batch has failed: the server skips the rest of it up to the Sync. */
  hasFailed = false
  /** The server reads COPY data until the client ends it. */
  isCopyingIn = false

  get isSettled() {
    return this.#entries.length === 0 && !this.isBatchOpen && !this.isCopyingIn
  }

  /** Whether the server is still going to send a ReadyForQuery. */
  get owesReady() {
    return this.#entries.some((entry) => entry === 'ready' || entry === 'sync')
  }

  /** Records a Query or a function call. */
  query() {
    this.#endBatch('ready')
  }

  sync() {
    // The server ignores a Sync while it reads COPY data.
    if (!this.isCopyingIn) this.#endBatch('sync')
  }

  /** Records a message of the extended protocol whose reply needs no attention. */
  send() {
    this.isBatchOpen = true
    this.#sent += 1
  }

  await(entry: PendingReply) {
    this.#entries.push(entry)
    entry.ordinal = this.#sent
    entry.batch = this.#batches
    this.send()
  }

  has(entry: PendingReply) {
    return this.#entries.includes(entry)
  }

  /** Whether a message is still unanswered although its batch has ended and another one has begun. */
  isOpenFromEarlier(entry: PendingReply) {
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

  /** Records a CopyDone or CopyFail. */
  endCopy() {
    if (this.isCopyingIn) this.isCopyingIn = false
    // After a COPY that has failed already the server ignores it, and nothing would ever remove the entry.
    else if (this.owesReady || (this.isBatchOpen && !this.hasFailed)) this.#entries.push('copy end')
  }

  /** Handles a CopyInResponse: messages sent before the end of the data get no reply. */
  startCopy() {
    const end = this.#entries.indexOf('copy end')
    if (end < 0) {
      this.isCopyingIn = true
      this.isBatchOpen ||= this.#entries.includes('sync')
      this.#entries = this.#entries.filter((entry) => entry !== 'sync')
    } else this.#entries = this.#entries.filter((entry, at) => at > end || (at < end && entry !== 'sync'))
  }

  /** Handles a reply that completes one message of a batch. */
  reply() {
    this.#replied += 1
  }

  /** Handles ParseComplete or CloseComplete. */
  complete(): Answer {
    const first = this.#entries[0]
    const awaited = isAwaited(first) ? first : this.#entries.find(isAwaited)
    if (awaited === undefined) return 'pass'
    if (awaited === first) this.#entries.shift()
    else this.#entries.splice(this.#entries.indexOf(awaited), 1)
    awaited.done?.()
    return awaited.answer
  }

  /** Handles an ErrorResponse; returns the error to send instead, if the gateway provoked it. */
  fail(isProvoked: boolean): Buffer | undefined {
    let replacement: Buffer | undefined
    this.isCopyingIn = false
    const skipped: PendingReply[] = []
    while (typeof this.#entries[0] === 'object' || this.#entries[0] === 'copy end') {
      const entry = this.#entries.shift() as PendingReply | RefusedMessage | 'copy end'
      // The end of data for a COPY that never began, in a batch whose rest is skipped.
      if (entry === 'copy end') continue
      if ('error' in entry) replacement ??= entry.error
      else skipped.push(entry)
    }
    this.#undo(skipped)
    this.hasFailed = this.isBatchOpen && this.#entries.length === 0
    return isProvoked ? replacement : undefined
  }

  /** Handles ReadyForQuery: everything up to the message that asked for it is done. */
  ready() {
    // The usual case: nothing else is owed.
    if (this.#entries.length === 1 && typeof this.#entries[0] === 'string') {
      this.#entries.pop()
      this.#replied = 0
      return
    }
    const skipped: PendingReply[] = []
    while (this.#entries.length > 0) {
      const entry = this.#entries.shift()!
      if (entry === 'ready' || entry === 'sync') break
      if (isAwaited(entry)) skipped.push(entry)
    }
    // The end of data for a COPY that failed before it began gets no reply either.
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

  /** Undoes the newest first. */
  #undo(skipped: PendingReply[]) {
    for (const entry of skipped.reverse()) entry.undo?.(entry.ordinal === this.#replied)
  }
}

const isAwaited = (entry: Entry | undefined): entry is PendingReply => entry instanceof PendingReply
