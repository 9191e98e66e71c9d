import { statfs } from 'node:fs/promises'
import { type ClusterFiles, clusterFiles, makeClusterFolders } from '../cluster/cluster-files.ts'
import { isDurable } from '../cluster/configuration.ts'
import { type BegunCopy, beginCopy, type CopyWatch, type RunningCluster } from '../cluster/copy-running.ts'
import type { PreparedCopyState } from '../engine.ts'
import { COPY_RESERVE_BYTES, mustFit } from './disk-room.ts'
import type { EngineContext } from './engine-context.ts'
import { unfinishedPath } from './layout.ts'
import { removeCluster } from './sweep.ts'
import { PREPARED_LOG_BYTES_MAX } from './timings.rules.ts'

/** A copy that lacks only the moment which it is to show. */
export interface PreparedCopy {
  files: ClusterFiles
  begun: Promise<BegunCopy>
}

interface Entry extends PreparedCopy {
  state: PreparedCopyState
  checks: NodeJS.Timeout
}

/**
 * Copies of running instances that are made before somebody asks for them, at most one of each. They lie in the folder for
 * unfinished clusters, and are removed with them when this program is killed; the session of a copy, with which its source
 * keeps the log for it, ends by itself then.
 */
export class PreparedCopies {
  readonly #context: EngineContext
  readonly #copiers: CopyWatch['copiers']
  readonly #entries = new Map<string, Entry>()
  /** Until when sources are not copied in advance again, because the last such copy was thrown away. */
  readonly #paused = new Map<string, number>()
  readonly #removals = new Set<Promise<void>>()
  #isOpen = true

  constructor(context: EngineContext, copiers: CopyWatch['copiers']) {
    this.#context = context
    this.#copiers = copiers
  }

  has(source: string): boolean {
    return this.#entries.has(source)
  }

  /** Begins a copy, unless there is one. */
  prepare(source: string, cluster: RunningCluster, options: { sharesBlocks: boolean }): PreparedCopyState {
    const entry = this.#entries.get(source)
    if (entry) return entry.state
    if (!this.#isOpen || (this.#paused.get(source) ?? 0) > Date.now()) return 'none'
    this.#paused.delete(source)
    this.#entries.set(source, this.#begin(source, cluster, options))
    return 'copying'
  }

  /** Hands over the copy of an instance, as the files of a new one. The caller finishes and removes it. */
  take(source: string, id: string): PreparedCopy | undefined {
    const entry = this.#forget(source)
    if (!entry) return undefined
    const { allocations, step } = this.#context
    allocations.remember(id, allocations.of(entry.files.folder))
    allocations.forget(entry.files.folder)
    step('prepare:taken')
    return entry
  }

  /** Resolves once nothing of it is left. */
  async discard(source: string): Promise<void> {
    const entry = this.#forget(source)
    if (entry) await this.#remove(entry)
  }

  /** Resolves once their disk space is free. */
  async discardAll(): Promise<void> {
    for (const source of [...this.#entries.keys()]) void this.discard(source)
    await Promise.all(this.#removals)
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.discardAll()
  }

  #begin(source: string, cluster: RunningCluster, { sharesBlocks }: { sharesBlocks: boolean }): Entry {
    const { accounts, allocations, layout, options, step, timings } = this.#context
    const files = clusterFiles(unfinishedPath(layout, 'prepared'))
    // No instance can have this id.
    const uid = accounts.areSeparate ? allocations.chooseUid(files.folder) : undefined
    step('prepare:begun')
    const begun = makeClusterFolders(files, accounts.template).then(() =>
      beginCopy(cluster, files.data, {
        copiers: this.#copiers,
        owner: accounts.ofInstance(uid),
        isStandby: false,
        isInAdvance: true,
        isSynced: isDurable(options.settings),
        withoutSlotMs: 0,
        step,
        ...(!sharesBlocks && { mayCopy: (bytes: number) => mustFit(layout.unfinished, bytes) }),
      }),
    )
    const throwAway = (error: unknown) => {
      if (this.#entries.get(source) === entry) this.#throwAway(source, error as Error)
    }
    const checks = setInterval(() => void this.#check(entry).catch(throwAway), timings.preparedCheckMs)
    const entry: Entry = { files, begun, state: 'copying', checks: checks.unref() }
    begun
      .then(({ copied }) => copied)
      .then(() => {
        entry.state = 'copied'
        step('prepare:copied')
      }, throwAway)
    begun.then(
      ({ broken }) => broken.addEventListener('abort', () => throwAway(broken.reason), { once: true }),
      () => undefined,
    )
    return entry
  }

  /** @throws once a copy costs more than it is worth */
  async #check({ begun }: Entry): Promise<void> {
    if ((await (await begun).logBytes()) > PREPARED_LOG_BYTES_MAX)
      throw new Error('The database has written too much since')
    const { bavail, bsize } = await statfs(this.#context.layout.unfinished)
    if (bavail * bsize < COPY_RESERVE_BYTES) throw new Error('The disk is almost full')
  }

  #throwAway(source: string, { message }: Error): void {
    const { options, timings } = this.#context
    options.log(`What was copied of the database ${source} in advance is removed: ${message}.`)
    this.#paused.set(source, Date.now() + timings.preparedPauseMs)
    void this.discard(source)
  }

  #forget(source: string): Entry | undefined {
    const entry = this.#entries.get(source)
    if (!entry) return undefined
    this.#entries.delete(source)
    clearInterval(entry.checks)
    return entry
  }

  #remove({ begun, files }: Entry): Promise<void> {
    const { allocations, options } = this.#context
    const removal = begun
      .then(
        (copy) => copy.abandon(),
        // There was nothing to end.
        () => undefined,
      )
      .then(() => removeCluster(files.folder))
      .catch((error: Error) => options.log(`${files.folder} is removed at the next start: ${error.message}`))
      .finally(() => {
        allocations.forget(files.folder)
        this.#removals.delete(removal)
      })
    this.#removals.add(removal)
    return removal
  }
}
