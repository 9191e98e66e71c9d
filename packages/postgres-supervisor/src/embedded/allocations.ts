import { FIRST_INSTANCE_UID } from '../account/accounts.ts'
import { findFreePort, isPortFree, type PortRange } from '../process/free-port.ts'
import { SerialQueue } from '../serial-queue.ts'
import type { InstanceRecord } from './instance-record.ts'

/** Which port and which user id is whose. Ports of stopped instances stay theirs. */
export class Allocations {
  readonly #range: PortRange
  readonly #records = new Map<string, InstanceRecord>()
  readonly #queue = new SerialQueue()

  constructor(range: PortRange) {
    this.#range = range
  }

  of(id: string): InstanceRecord {
    return this.#records.get(id) ?? {}
  }

  remember(id: string, record: InstanceRecord): void {
    this.#records.set(id, record)
  }

  forget(id: string): void {
    this.#records.delete(id)
  }

  /** The instance's port if it still can have it, else the next free one. @throws EngineError no_free_port */
  choosePort(id: string): Promise<number> {
    return this.#queue.run(async () => {
      const promised = new Set(this.#others(id).map(({ port }) => port))
      const known = this.of(id).port
      const isKept = known !== undefined && !promised.has(known) && (await isPortFree(known))
      const port = isKept ? known : await findFreePort(this.#range, (candidate) => promised.has(candidate))
      this.remember(id, { ...this.of(id), port })
      return port
    })
  }

  /** The instance's user id, else the lowest that is nobody's. */
  chooseUid(id: string): number {
    const taken = new Set(this.#others(id).map(({ uid }) => uid))
    let uid = this.of(id).uid ?? FIRST_INSTANCE_UID
    while (taken.has(uid)) uid++
    this.remember(id, { ...this.of(id), uid })
    return uid
  }

  #others(id: string): InstanceRecord[] {
    return [...this.#records].filter(([other]) => other !== id).map(([, record]) => record)
  }
}
