import { OPEN_TO_ALL } from '../cluster/access-rules.ts'
import type { InstanceEvent } from '../engine.ts'
import { type EngineContext, launchOf } from './engine-context.ts'
import { Instance } from './instance.ts'
import type { InstanceFolders } from './instance-folders.ts'
import { readRecord, writeRecord } from './instance-record.ts'
import { bringUp } from './launch.ts'

/**
 * The one object per id that owns its state. It outlives the instance it stands for, so that everything ever
 * asked of an id waits in the same line.
 */
export class Instances {
  readonly #context: EngineContext
  readonly #folders: InstanceFolders
  readonly #emit: (event: InstanceEvent) => void
  readonly #instances = new Map<string, Instance>()

  constructor(context: EngineContext, folders: InstanceFolders, emit: (event: InstanceEvent) => void) {
    this.#context = context
    this.#folders = folders
    this.#emit = emit
  }

  ids(): Iterable<string> {
    return this.#instances.keys()
  }

  get(id: string): Instance {
    const known = this.#instances.get(id)
    if (known) return known
    const instance = this.#make(id)
    this.#instances.set(id, instance)
    return instance
  }

  #make(id: string): Instance {
    const context = this.#context
    const files = this.#folders.files(id)
    const choosePort = async () => {
      const known = await readRecord(files.folder)
      const port = await context.allocations.choosePort(id)
      if (port !== known.port) await writeRecord(files.folder, { ...known, port })
      return port
    }
    return new Instance({
      files,
      timings: context.timings,
      emit: (event) => this.#emit({ id, ...event }),
      onStopBegun: () => context.step('stop:begun'),
      bringUp: async (signal) => {
        const account = await this.#folders.account(id)
        const { access: rules = OPEN_TO_ALL } = await readRecord(files.folder)
        return bringUp(launchOf(context, { files, account, choosePort, rules }), signal)
      },
    })
  }
}
