import { existsSync } from 'node:fs'
import { STANDBY_SOCKET } from '../cluster/standby.ts'
import type { Endpoint } from '../engine.ts'
import { replicationName } from '../replica-on-primary.ts'
import { StandbyRelay } from '../standby-relay/standby-relay.ts'
import type { EngineContext } from './engine-context.ts'
import type { InstanceFolders } from './instance-folders.ts'

/** How long a promotion waits for what the primary has written so far, in milliseconds. */
const SETTLE_MS = 1_000

/** The relays of all replicas that run, by which they follow their primaries. */
export class StandbyRelays {
  readonly #context: EngineContext
  readonly #folders: InstanceFolders
  readonly #endpointOf: (id: string) => Endpoint | undefined
  readonly #relays = new Map<string, Promise<StandbyRelay>>()
  /** Relays whose sockets are about to be removed, which must not happen to those of their successors. */
  readonly #closing = new Map<string, Promise<void>>()

  /** `endpointOf` tells where an instance listens; undefined while it does not run. */
  constructor(
    context: EngineContext,
    folders: InstanceFolders,
    endpointOf: (id: string) => Endpoint | undefined,
  ) {
    this.#context = context
    this.#folders = folders
    this.#endpointOf = endpointOf
  }

  /** Opens the relay of a replica whose folders are there; does nothing for any other instance, or when it is open. */
  async open(id: string): Promise<void> {
    const primary = this.#context.allocations.of(id).standby?.of
    const { outgoing } = this.#folders.files(id)
    // A server that an older version has started may have no such folder, and does without.
    if (primary === undefined || this.#relays.has(id) || !existsSync(outgoing)) return
    const opening = this.#open(id, primary, `${outgoing}/${STANDBY_SOCKET}`)
    this.#relays.set(id, opening)
    try {
      await opening
    } catch (error) {
      this.#relays.delete(id)
      throw error
    }
  }

  async #open(id: string, primary: string, socketPath: string): Promise<StandbyRelay> {
    await this.#closing.get(id)
    return StandbyRelay.open({
      socket: socketPath,
      role: replicationName(id),
      primary: () => {
        const endpoint = this.#endpointOf(primary)
        if (!endpoint) return undefined
        const { host, port, socket } = endpoint
        return socket === undefined ? { host, port } : { path: `${socket}/.s.PGSQL.${port}` }
      },
    })
  }

  /** Has the replicas of an instance that is about to stop get what it still writes. */
  hurryReplicasOf(primary: string): void {
    // One that could not be opened has no stream.
    for (const id of this.#context.allocations.replicasOf(primary))
      this.#relays.get(id)?.then(
        (relay) => relay.hurry(),
        () => undefined,
      )
  }

  /** Resolves once a replica has what its primary has written so far, or after a second. */
  async settle(id: string): Promise<void> {
    await (await this.#relays.get(id))?.settle(SETTLE_MS)
  }

  async close(id: string): Promise<void> {
    const relay = this.#relays.get(id)
    if (!relay) return
    this.#relays.delete(id)
    const closed = relay.then(
      (open) => open.close(),
      () => undefined,
    )
    this.#closing.set(id, closed)
    await closed
    if (this.#closing.get(id) === closed) this.#closing.delete(id)
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#relays.keys()].map((id) => this.close(id)))
  }
}
