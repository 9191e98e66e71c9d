import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Relay } from './relay.ts'

const PID_MAX = 2 ** 31 - 1

/** Every client that has logged in, by the number it was told, and how many there are of each group. */
export class ClientRegistry {
  readonly #byPid = new Map<number, { relay: Relay; group: string }>()
  readonly #pids = new Set<number>()
  readonly #perGroup = new Map<string, number>()

  get size() {
    return this.#byPid.size
  }

  countOf(group: string) {
    return this.#perGroup.get(group) ?? 0
  }

  /** A place in the group, or undefined when it is full; and a number nobody else has. */
  admit(group: string, max: number): number | undefined {
    const count = this.countOf(group)
    if (count >= max) return undefined
    this.#perGroup.set(group, count + 1)
    let pid = randomInt(1, PID_MAX)
    while (this.#pids.has(pid)) pid = randomInt(1, PID_MAX)
    this.#pids.add(pid)
    return pid
  }

  add(pid: number, group: string, relay: Relay) {
    this.#byPid.set(pid, { relay, group })
  }

  remove(pid: number, group: string) {
    if (!this.#pids.delete(pid)) return
    this.#byPid.delete(pid)
    const count = this.countOf(group) - 1
    if (count > 0) this.#perGroup.set(group, count)
    else this.#perGroup.delete(group)
  }

  /** Whom a cancel request is for; undefined when the secret is not theirs. */
  find(pid: number, secret: Buffer): Relay | undefined {
    const relay = this.#byPid.get(pid)?.relay
    const known = relay?.client.secret
    return known && known.length === secret.length && timingSafeEqual(known, secret) ? relay : undefined
  }

  *relays(group?: string): Generator<Relay> {
    for (const client of [...this.#byPid.values()])
      if (group === undefined || client.group === group) yield client.relay
  }
}
