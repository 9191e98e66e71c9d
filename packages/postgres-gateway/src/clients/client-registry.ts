import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Relay } from './relay.ts'

const PID_MAX = 2 ** 31 - 1

/** Every client that has logged in, by the number it was told, and how many there are of each group. */
export class ClientRegistry {
  readonly #entries = new Set<{ relay: Relay; group: string }>()
  /** In session mode the number is a server's own, and two servers may have the same. */
  readonly #byPid = new Map<number, Relay[]>()
  readonly #perGroup = new Map<string, number>()

  get size() {
    return this.#entries.size
  }

  countOf(group: string) {
    return this.#perGroup.get(group) ?? 0
  }

  /** Reserves a place in the group; false when it is full. */
  admit(group: string, max: number): boolean {
    const count = this.countOf(group)
    if (count >= max) return false
    this.#perGroup.set(group, count + 1)
    return true
  }

  /** An unused process id. */
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

  /** Releases the place. */
  leave(group: string) {
    const count = this.countOf(group) - 1
    if (count > 0) this.#perGroup.set(group, count)
    else this.#perGroup.delete(group)
  }

  /** Whom a cancel request is for; undefined when the secret is not theirs. */
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
