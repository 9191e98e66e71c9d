import type { Awaited, ReplyLedger } from './reply-ledger.ts'

/** What a name means is not certain before this has been answered. */
export class NotYet {
  readonly awaited: Awaited

  constructor(awaited: Awaited) {
    this.awaited = awaited
  }
}

/** While all is answered, more names than this are forgotten. */
const REMEMBERED_MAX = 16

/**
 * What was last sent about each name, as the client or as the server connection means it: before it is answered, an
 * earlier batch may fail before it comes to that.
 */
export class CertainNames {
  readonly #sent = new Map<string, Awaited>()

  /** @throws NotYet when an unanswered message of an earlier batch decides what the name means */
  check(ledger: ReplyLedger, name: string) {
    if (this.#sent.size === 0) return
    if (ledger.isSettled) {
      if (this.#sent.size > REMEMBERED_MAX) this.#sent.clear()
      return
    }
    const sent = this.#sent.get(name)
    if (sent && ledger.isOpenFromEarlier(sent)) throw new NotYet(sent)
  }

  /** Whether the last message about a name has not been answered yet. */
  isUnanswered(ledger: ReplyLedger, name: string): boolean {
    const sent = this.#sent.get(name)
    return sent !== undefined && ledger.has(sent)
  }

  /** A message is sent that decides about this name. */
  note(name: string, awaited: Awaited) {
    this.#sent.set(name, awaited)
  }
}
