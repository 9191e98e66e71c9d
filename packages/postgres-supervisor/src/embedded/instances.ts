import { OPEN_TO_ALL } from '../cluster/access-rules.ts'
import { isFenced } from '../cluster/fence.ts'
import { EngineError, type InstanceEvent } from '../engine.ts'
import { type EngineContext, launchOf } from './engine-context.ts'
import { Instance } from './instance.ts'
import type { InstanceFolders } from './instance-folders.ts'
import { readRecord, writeRecord } from './instance-record.ts'
import { bringUp } from './launch.ts'
import { StandbyRelays } from './standby-relays.ts'

/** One `Instance` per id. It outlives the instance on disk, so that all operations on an id share one queue. */
export class Instances {
  readonly #context: EngineContext
  readonly #folders: InstanceFolders
  readonly #emit: (event: InstanceEvent) => void
  /** The connections of replicas to their primaries. */
  readonly relays: StandbyRelays
  readonly #instances = new Map<string, Instance>()

  constructor(context: EngineContext, folders: InstanceFolders, emit: (event: InstanceEvent) => void) {
    this.#context = context
    this.#folders = folders
    this.#emit = emit
    this.relays = new StandbyRelays(context, folders, (id) => this.#instances.get(id)?.running?.endpoint)
  }

  ids(): Iterable<string> {
    return this.#instances.keys()
  }

  isAnyStarting(): boolean {
    return [...this.#instances.values()].some(({ state }) => state === 'starting')
  }

  get(id: string): Instance {
    const known = this.#instances.get(id)
    if (known) return known
    const instance = this.#make(id)
    this.#instances.set(id, instance)
    return instance
  }

  /** A server that an earlier process left running is ended, not taken over. */
  async #refuseWhenFenced(id: string): Promise<void> {
    if (!(await isFenced(this.#folders.files(id).data))) return
    await this.#folders.endSurvivor(id)
    throw new EngineError(
      'fenced',
      'Another database has taken the place of this one, which is kept but never started again.',
    )
  }

  #make(id: string): Instance {
    const context = this.#context
    const files = this.#folders.files(id)
    const { first, last } = context.options.portRange
    /** Chooses and records the port; `before` is the one it had. */
    const choosePort = async (before: number | undefined) => {
      const known = await readRecord(files.folder)
      const port = await context.allocations.choosePort(id)
      if (port === known.port) return port
      const reason =
        before !== undefined && (before < first || before > last)
          ? `${before} is outside of the range ${first}-${last}`
          : `another program uses ${before}`
      const moved = before !== undefined && { from: before, to: port, at: new Date().toISOString(), reason }
      const record = { ...known, port, ...(moved && { moved }) }
      await writeRecord(files.folder, record)
      context.allocations.remember(id, record)
      return port
    }
    return new Instance({
      files,
      timings: context.timings,
      emit: (event) => this.#emit({ id, ...event }),
      onStopBegun: () => context.step('stop:begun'),
      disk: () => this.#folders.diskSpace(),
      superuser: context.options.superuser,
      log: context.options.log,
      bringUp: async (signal) => {
        await this.#refuseWhenFenced(id)
        const isUnsynced = await this.#folders.isUnsynced(id)
        const {
          access: rules = OPEN_TO_ALL,
          port: before,
          isIncomplete,
          givesWay = false,
        } = await readRecord(files.folder)
        const cluster = {
          files,
          rules,
          givesWay,
          onlyRole: isIncomplete && context.options.superuser,
          replicas: this.#folders.replicaRoles(id),
          settings: this.#folders.standbySettings(id),
          account: () => this.#folders.takeAccount(id),
          choosePort: () => choosePort(before),
          onConfigured: () => this.relays.open(id),
        }
        // Fails at once when the files are damaged.
        await this.#folders.account(id)
        const running = await bringUp(launchOf(context, cluster), signal)
        if (isUnsynced) this.#folders.resumeSync(id)
        // For one that an earlier process left running.
        await this.relays.open(id)
        const { moved } = await readRecord(files.folder)
        const hasMoved = moved !== undefined && before !== undefined && before !== running.endpoint.port
        return { ...running, ...(hasMoved && { moved }) }
      },
    })
  }
}
