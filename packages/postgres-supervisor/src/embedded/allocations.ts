import { setTimeout as sleep } from 'node:timers/promises'
import type { UidRange } from '../account/accounts.ts'
import { findFreePort, isPortFree, type PortRange } from '../process/free-port.ts'
import { SerialQueue } from '../serial-queue.ts'
import type { InstanceRecord } from './instance-record.ts'

/** How often to check whether another program still holds the port, in milliseconds. */
const PORT_POLL_MS = 100

interface Options {
  ports: PortRange
  uids: UidRange
  /** How long an instance waits for its port when another program holds it, in milliseconds. */
  portWaitMs: number
  /** The addresses that instances listen on. */
  hosts: readonly string[]
}

/** The port and user id of each instance. Both belong to it as long as it exists, also while it is stopped. */
export class Allocations {
  readonly #options: Options
  readonly #records = new Map<string, InstanceRecord>()
  readonly #queue = new SerialQueue()

  constructor(options: Options) {
    this.#options = options
  }

  of(id: string): InstanceRecord {
    return this.#records.get(id) ?? {}
  }

  /** The instances that follow this one. */
  replicasOf(id: string): string[] {
    return [...this.#records].filter(([, { standby }]) => standby?.of === id).map(([replica]) => replica)
  }

  remember(id: string, record: InstanceRecord): void {
    this.#records.set(id, record)
  }

  forget(id: string): void {
    this.#records.delete(id)
  }

  /** The size of the port range, and how many of its ports belong to no instance. */
  portCount(): { total: number; free: number } {
    const { first, last } = this.#options.ports
    const total = last - first + 1
    return {
      total,
      free: total - [...this.#records.values()].filter(({ port }) => this.#isInRange(port)).length,
    }
  }

  /**
   * The instance's own port. It gets another one only when its own is outside the range, or still held by another program
   * after the wait. @throws EngineError no_free_port
   */
  async choosePort(id: string): Promise<number> {
    const own = this.of(id).port
    const isOwn = own !== undefined && this.#isInRange(own) && !this.#reservedPorts(id).has(own)
    const isAvailable = isOwn && (await this.#becomesFree(own))
    return this.#queue.run(async () => {
      const reserved = this.#reservedPorts(id)
      const { ports, hosts } = this.#options
      const port = isAvailable
        ? own
        : await findFreePort(ports, (candidate) => reserved.has(candidate), hosts)
      this.remember(id, { ...this.of(id), port })
      return port
    })
  }

  /** The instance's user id, or the lowest free one of the range. */
  chooseUid(id: string): number {
    const { first, last } = this.#options.uids
    const taken = new Set(this.#others(id).map(({ uid }) => uid))
    const own = this.of(id).uid
    let uid = own !== undefined && own >= first && own <= last ? own : first
    if (taken.has(uid)) for (uid = first; taken.has(uid); ) uid++
    this.remember(id, { ...this.of(id), uid })
    return uid
  }

  #isInRange(port: number | undefined): boolean {
    const { first, last } = this.#options.ports
    return port !== undefined && port >= first && port <= last
  }

  #reservedPorts(id: string): Set<number | undefined> {
    return new Set(this.#others(id).map(({ port }) => port))
  }

  async #becomesFree(port: number): Promise<boolean> {
    const { hosts, portWaitMs } = this.#options
    const deadline = Date.now() + portWaitMs
    while (!(await isPortFree(port, hosts))) {
      if (Date.now() >= deadline) return false
      await sleep(PORT_POLL_MS)
    }
    return true
  }

  #others(id: string): InstanceRecord[] {
    return [...this.#records].filter(([other]) => other !== id).map(([, record]) => record)
  }
}
