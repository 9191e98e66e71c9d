import type { Awaited, ReplyLedger } from './reply-ledger.ts'

/** What a name means is not certain before this has been answered. */
export class NotYet {
  readonly awaited: Awaited

  constructor(awaited: Awaited) {
    this.awaited = awaited
  }
}

/** A name as the client means it, and as the server connection does. */
export const ours = (name: string) => `client ${name}`
export const theirs = (name: string) => `server ${name}`

/** What was last sent about each name, until all is answered: an earlier batch may fail before it comes to that. */
export class CertainNames {
  readonly #sent = new Map<string, Awaited>()

  /** @throws NotYet when an unanswered message of an earlier batch decides what the name means */
  check(ledger: ReplyLedger, name: string) {
    if (ledger.isSettled) return this.#sent.clear()
    const sent = this.#sent.get(name)
    if (sent && ledger.isOpenFromEarlier(sent)) throw new NotYet(sent)
  }

  /** Whether the last message about a name has not been answered yet. */
  isUnanswered(ledger: ReplyLedger, name: string): boolean {
    const sent = this.#sent.get(name)
    return sent !== undefined && ledger.has(sent)
  }

  /** A message is sent that decides about these names. */
  await(ledger: ReplyLedger, names: readonly string[], awaited: Awaited) {
    ledger.await(awaited)
    for (const name of names) this.#sent.set(name, awaited)
  }
}
