import type { PendingReply, ReplyQueue } from './reply-queue.ts'

/** Thrown when a name's meaning depends on a reply that has not arrived yet. */
export class StillPending {
  readonly awaited: PendingReply

  constructor(awaited: PendingReply) {
    this.awaited = awaited
  }
}

/** Once everything has been answered, a map with more names than this is cleared. */
const REMEMBERED_MAX = 16

/**
 * The last message sent about each name, by client or by server connection. Until it is answered, an earlier message
 * of its batch may still fail, and then the server skips it.
 */
export class PendingNames {
  readonly #sent = new Map<string, PendingReply>()

  /** @throws StillPending when an unanswered message of an earlier batch decides what the name means */
  check(replies: ReplyQueue, name: string) {
    if (this.#sent.size === 0) return
    if (replies.isSettled) {
      if (this.#sent.size > REMEMBERED_MAX) this.#sent.clear()
      return
    }
    const sent = this.#sent.get(name)
    if (sent && replies.isOpenFromEarlier(sent)) throw new StillPending(sent)
  }

  /** Whether the last message about a name has not been answered yet. */
  isUnanswered(replies: ReplyQueue, name: string): boolean {
    const sent = this.#sent.get(name)
    return sent !== undefined && replies.has(sent)
  }

  /** Records that a message was sent which decides about this name. */
  note(name: string, awaited: PendingReply) {
    this.#sent.set(name, awaited)
  }
}
