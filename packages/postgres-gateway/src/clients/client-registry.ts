import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Relay } from './relay.ts'

const PID_MAX = 2 ** 31 - 1

/** All logged-in clients by process id, and how many there are of each group. */
export class ClientRegistry {
  readonly #entries = new Set<{ relay: Relay; group: string }>()
  /** In session mode it is the server's process id, and two servers may use the same. */
  readonly #byPid = new Map<number, Relay[]>()
  readonly #perGroup = new Map<string, number>()

  get size() {
    return this.#entries.size
  }

  countOf(group: string) {
    return this.#perGroup.get(group) ?? 0
  }

  /** Counts a client in; false when the group has reached `max`. */
  admit(group: string, max: number): boolean {
    const count = this.countOf(group)
    if (count >= max) return false
    this.#perGroup.set(group, count + 1)
    return true
  }

  /** A process id that no client has. */
  freePid(): number {
    let pid = randomInt(1, PID_MAX)
    while (this.#byPid.has(pid)) pid = randomInt(1, PID_MAX)
    return pid
  }

  /** Registers a client; returns a function that removes it. */
  add(group: string, relay: Relay): () => void {
    const { pid } = relay.client
    const entry = { relay, group }
    this.#entries.add(entry)
    this.#byPid.set(pid, [...(this.#byPid.get(pid) ?? []), relay])
    return () => {
      this.#entries.delete(entry)
      const others = (this.#byPid.get(pid) ?? []).filter((other) => other !== relay)
      if (others.length > 0) this.#byPid.set(pid, others)
      else this.#byPid.delete(pid)
    }
  }

  /** Counts a client of the group out. */
  leave(group: string) {
    const count = this.countOf(group) - 1
    if (count > 0) this.#perGroup.set(group, count)
    else this.#perGroup.delete(group)
  }

  /** The client that a cancel request names; undefined when the secret does not match. */
  find(pid: number, secret: Buffer): Relay | undefined {
    return this.#byPid.get(pid)?.find(({ client: { secret: known } }) => {
      return known.length === secret.length && timingSafeEqual(known, secret)
    })
  }

  *relays(group?: string): Generator<Relay> {
    for (const entry of [...this.#entries])
      if (group === undefined || entry.group === group) yield entry.relay
  }
}
