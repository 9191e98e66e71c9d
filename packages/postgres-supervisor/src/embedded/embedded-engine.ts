import { beginBackup } from '../cluster/begin-backup.ts'
import { LOG_FILES_MAX } from '../cluster/cluster-settings.rules.ts'
import { isDurable } from '../cluster/configuration.ts'
import type { RunningCluster } from '../cluster/copy-running.ts'
import { isFenced, putFence } from '../cluster/fence.ts'
import { ReadyCopier } from '../cluster/ready-copier.ts'
import { sealData } from '../cluster/sealed.ts'
import type {
  AccessRules,
  AdoptOptions,
  BegunBackup,
  CopyFacts,
  CopyOptions,
  DataEntry,
  DiskSpace,
  Endpoint,
  Engine,
  InstanceEvent,
  InstanceFacts,
  LogEntry,
  LogPart,
  NetworkAddress,
  PreparedCopyState,
  ReplicateOptions,
  RestoreOptions,
} from '../engine.ts'
import { EngineError } from '../engine.ts'
import { readLogAfter } from '../logs/log-after.ts'
import { pruneLog, readLog } from '../logs/log-files.ts'
import { watchLog } from '../logs/watch-log.ts'
import { SerialQueue } from '../serial-queue.ts'
import { adoptReplica, noteOldestRunning } from './adopt-replica.ts'
import { completeCopy } from './complete-copy.ts'
import { copyInstance, type IncompleteCopy } from './copy-instance.ts'
import { createInstance } from './create-instance.ts'
import type { EmbeddedEngineOptions } from './embedded-options.ts'
import type { EngineContext } from './engine-context.ts'
import { exchangeData, mustBeStopped } from './exchange-data.ts'
import { InstanceFolders } from './instance-folders.ts'
import { readRecord } from './instance-record.ts'
import { Instances } from './instances.ts'
import { openContext } from './open-context.ts'
import { PreparedCopies } from './prepared-copies.ts'
import { promoteServer } from './promote.ts'
import { replicateInstance } from './replicate-instance.ts'
import { restoreInstance } from './restore-instance.ts'
import { SpareCopy } from './spare-copy.ts'
import { stoppedFiles } from './stopped-files.ts'
import { ensureTemplate } from './template.ts'
import { LOG_PRUNE_INTERVAL_MS } from './timings.rules.ts'

/**
 * Opens the engine that runs PostgreSQL servers as child processes on this machine. Servers that a killed process left
 * running in the same data directory are taken over.
 * @throws EngineError data_dir_unwritable, binary_unusable
 */
export async function createEmbeddedEngine(options: EmbeddedEngineOptions): Promise<Engine> {
  const { context, release } = await openContext(options)
  const engine = new EmbeddedEngine(context, release)
  await engine.takeOver()
  return engine
}

class EmbeddedEngine implements Engine {
  readonly name = 'embedded'
  readonly #context: EngineContext
  readonly #release: () => void
  readonly #folders: InstanceFolders
  readonly #instances: Instances
  readonly #listeners = new Set<(event: InstanceEvent) => void>()
  readonly #pruning: NodeJS.Timeout
  readonly #spare: SpareCopy
  readonly #copiers = new ReadyCopier()
  readonly #prepared: PreparedCopies
  /** Instances that nobody is told of. */
  readonly #spares = new Set<string>()
  /** Serializes existence checks, so that a stop never overtakes the start that was requested before it. */
  readonly #existenceChecks = new SerialQueue()
  #template: Promise<string> | undefined
  #closing: Promise<void> | undefined

  constructor(context: EngineContext, release: () => void) {
    this.#context = context
    this.#release = release
    this.#folders = new InstanceFolders(context)
    this.#instances = new Instances(context, this.#folders, (event) => this.#notify(event))
    this.#spare = new SpareCopy(context, () => this.#instances.isAnyStarting())
    this.#prepared = new PreparedCopies(context, this.#copiers)
    this.#pruning = setInterval(() => void this.#pruneLogs(), LOG_PRUNE_INTERVAL_MS).unref()
  }

  get version(): string {
    return this.#context.binary.version
  }

  async takeOver(): Promise<void> {
    this.#spare.makeSoon(() => this.#ensureTemplate())
    for (const id of await this.#folders.ids()) {
      await this.#folders.loadRecord(id)
      if (this.#context.allocations.of(id).isIncomplete) {
        await this.destroy(id)
        continue
      }
      if (!(await this.#folders.hasSurvivor(id))) continue
      this.#context.options.log(`Taking over the database ${id}, which a previous run left running.`)
      this.start(id).catch((error: Error) =>
        this.#context.options.log(`Database ${id} could not be taken over: ${error.message}`),
      )
    }
  }

  async create(id: string, options: { superuserPassword: string }): Promise<void> {
    this.#refuseWhenClosed()
    const files = this.#folders.files(id)
    await this.#ifMissing(id, async () => {
      const template = () => this.#ensureTemplate()
      await createInstance(this.#context, id, files, { ...options, template, spare: this.#spare })
      this.#spare.makeSoon(template)
    })
    this.#folders.syncSoon(id)
  }

  announceCopy(source: string): void {
    // When the engine is closing, the copy itself is refused.
    if (!this.#closing && !this.#prepared.has(source)) this.#copiers.announce()
  }

  async prepareCopy({ id, superuserPassword }: CopyOptions['source']): Promise<PreparedCopyState> {
    const cluster = await this.#runningCluster(id, superuserPassword)
    return this.#prepared.prepare(id, cluster, { sharesBlocks: await this.#folders.canShareBlocks() })
  }

  discardPreparedCopy(source: string): Promise<void> {
    return this.#prepared.discard(source)
  }

  async copy(
    id: string,
    {
      source: { id: from, superuserPassword },
      isTemporary = false,
      isAlone = false,
      isSpare = false,
      ...options
    }: CopyOptions,
  ): Promise<CopyFacts> {
    this.#refuseWhenClosed()
    const files = this.#folders.files(id)
    const source = await this.#runningCluster(from, superuserPassword)
    let begun: Promise<void> | undefined
    const make = async () => {
      const sharesBlocks = await this.#folders.canShareBlocks()
      const isPlain = !isTemporary && !isAlone && !options.replaces
      const prepared = isPlain ? this.#prepared.take(from, id) : undefined
      return copyInstance(this.#context, id, files, {
        ...options,
        isAlone,
        isSynced: !isTemporary && isDurable(this.#context.options.settings),
        onCopied: (copied, { isIncomplete }) => {
          if (isTemporary) return
          if (isIncomplete) this.#folders.syncCopy(id, copied)
          else begun = this.#folders.beginSync(copied)
        },
        source,
        copiers: this.#copiers,
        sharesBlocks,
        prepared,
        makeRoom: () => this.#prepared.discardAll(),
      })
    }
    const copy = await (options.replaces ? this.#whileStopped(id, make) : this.#ifMissing(id, make))
    if ('statements' in copy) return this.#complete(id, copy, { ...options, isSpare, superuserPassword })
    if (isSpare) {
      await this.destroy(id)
      throw new EngineError('not_ready', `The database ${from} has subscriptions, so it has no spare copy.`)
    }
    if (!isTemporary) this.#folders.syncSoon(id, begun)
    return copy
  }

  /** Has its own server recover a copy, which runs from then on. A failure leaves nothing behind. */
  async #complete(
    id: string,
    { statements, oldestRunningXid, stopLsn }: IncompleteCopy,
    {
      superuserPassword: password,
      isSpare,
      signal,
      onServed,
    }: Pick<CopyOptions, 'superuserPassword' | 'isSpare' | 'signal' | 'onServed'>,
  ): Promise<CopyFacts> {
    const instance = this.#instances.get(id)
    if (isSpare) this.#spares.add(id)
    try {
      const { host, socket = host, port } = await instance.start()
      signal?.throwIfAborted()
      const login = { host: socket, port, user: this.#context.options.superuser, password }
      onServed?.(login)
      const { nextXid } = await completeCopy(login, {
        stopLsn,
        statements,
        open: async () => {
          this.#context.step('copy:served')
          await instance.configure(async () => {
            await this.#folders.admitToCopy(id)
            if (!isSpare) await this.#folders.markComplete(id)
          })
        },
      })
      return { oldestRunningXid, nextXid, stopLsn }
    } catch (error) {
      await this.destroy(id).catch((failure: Error) =>
        this.#context.options.log(
          `The incomplete copy ${id} is removed at the next start: ${failure.message}`,
        ),
      )
      throw error
    }
  }

  async claim(id: string): Promise<void> {
    const instance = await this.#existing(id)
    await instance.exclusively(async () => {
      if (!instance.running) throw new EngineError('not_ready', `The database ${id} does not run.`)
      await this.#folders.markComplete(id)
      this.#spares.delete(id)
    })
    this.#notify({ id, state: 'running' })
  }

  async replicate(
    id: string,
    { source: { id: from, superuserPassword }, ...options }: ReplicateOptions,
  ): Promise<void> {
    this.#refuseWhenClosed()
    // It starts while the primary is prepared.
    this.#copiers.announce()
    await this.#prepared.discardAll()
    const files = this.#folders.files(id)
    const primary = { id: from, ...(await this.#runningCluster(from, superuserPassword)) }
    await this.#ifMissing(id, async () =>
      replicateInstance(this.#context, id, files, {
        onStep: () => {},
        ...options,
        primary,
        copiers: this.#copiers,
        admit: () => this.#reloadAccess(from),
        sharesBlocks: await this.#folders.canShareBlocks(),
      }),
    )
    this.#folders.syncLater(id)
  }

  async restore(id: string, options: RestoreOptions): Promise<CopyFacts> {
    this.#refuseWhenClosed()
    const files = this.#folders.files(id)
    await this.#prepared.discardAll()
    const facts = await this.#ifMissing(id, () => restoreInstance(this.#context, id, files, options))
    if (!options.isTemporary) this.#folders.syncSoon(id, Promise.resolve())
    return facts
  }

  async *stoppedFiles(id: string): AsyncIterable<DataEntry> {
    const instance = await this.#existing(id)
    if (instance.running) throw new EngineError('not_ready', `The database ${id} runs.`)
    yield* stoppedFiles(this.#folders.files(id).data)
  }

  async beginBackup(
    id: string,
    { superuserPassword, signal, silenceMs }: Parameters<Engine['beginBackup']>[1],
  ): Promise<BegunBackup> {
    return beginBackup(await this.#runningCluster(id, superuserPassword), { signal, silenceMs })
  }

  async exchangeData(id: string, other: string, token: string): Promise<void> {
    const [one, two] = [await this.#existing(id), await this.#existing(other)]
    await one.configure((running) => {
      const work = () =>
        exchangeData(this.#context, this.#folders.files(id), this.#folders.files(other), token)
      if (running) throw mustBeStopped(id)
      return two.configure((otherRunning) => {
        if (otherRunning) throw mustBeStopped(other)
        return work()
      })
    })
  }

  async promote(id: string): Promise<void> {
    const instance = await this.#existing(id)
    const primary = this.#primaryOf(id)
    await this.#folders.completed(id)
    await instance.configure(async (running) => {
      if (primary === undefined || !running)
        throw new EngineError('not_ready', `The database ${id} is not a running replica.`)
      await this.#instances.relays.settle(id)
      await promoteServer(running.postmaster, this.#folders.files(id).data)
      await this.#folders.forgetPrimary(id)
      await this.#instances.relays.close(id)
    })
    await this.#reloadAccess(primary!)
  }

  async adopt(
    as: string,
    { replica: { id, superuserPassword: password }, ...options }: AdoptOptions,
  ): Promise<CopyFacts> {
    this.#refuseWhenClosed()
    const files = this.#folders.files(as)
    if (!(await this.#folders.exists(id))) {
      const { adopted } = await readRecord(files.folder)
      if (adopted?.nextXid !== undefined && adopted.stopLsn !== undefined) return adopted as CopyFacts
    }
    if (this.#primaryOf(id) !== undefined) {
      const endpoint = await this.start(id)
      await noteOldestRunning(this.#context, this.#folders.files(id), { id, endpoint, password })
      await this.promote(id)
      this.#context.step('adopt:promoted')
    }
    const instance = await this.#existing(id)
    return this.#ifMissing(as, () =>
      instance.stopAnd(async () => {
        await this.#folders.endSurvivor(id)
        return adoptReplica(this.#context, this.#folders, { id, as, ...options })
      }),
    )
  }

  async fence(id: string): Promise<void> {
    const instance = await this.#existing(id)
    await putFence(this.#folders.files(id).data)
    this.#context.step('fence:placed')
    await instance.stopAnd(() => this.#folders.endSurvivor(id))
  }

  async seal(id: string): Promise<void> {
    const instance = await this.#existing(id)
    await instance.stopAnd(async () => {
      await this.#folders.endSurvivor(id)
      await sealData(this.#folders.files(id).data)
    })
  }

  async start(id: string): Promise<Endpoint> {
    return (await this.#existing(id)).start()
  }

  async synced(id: string): Promise<void> {
    await this.#existing(id)
    // Only of a replica is it known whether it was on disk before.
    if (this.#primaryOf(id) === undefined) await this.#folders.synced(id)
    else await this.#folders.completed(id)
  }

  async stop(id: string): Promise<void> {
    return (await this.#existing(id)).stop()
  }

  async restart(id: string): Promise<Endpoint> {
    return (await this.#existing(id)).restart()
  }

  async destroy(id: string): Promise<void> {
    this.#refuseWhenClosed()
    await this.#instances.get(id).stopAnd(async () => {
      await this.#folders.endSurvivor(id)
      this.#context.step('destroy:stopped')
      await this.#folders.remove(id)
      this.#spares.delete(id)
    })
  }

  async setAccess(id: string, rules: AccessRules): Promise<void> {
    const instance = await this.#existing(id)
    await instance.configure((running) => this.#folders.setAccess(id, rules, running !== undefined))
  }

  exists(id: string): Promise<boolean> {
    return this.#folders.exists(id)
  }

  async endpoint(id: string): Promise<Endpoint | undefined> {
    return (await this.#existing(id)).running?.endpoint
  }

  async networkAddress(id: string): Promise<NetworkAddress | undefined> {
    this.#refuseWhenClosed()
    if (!(await this.#folders.exists(id)))
      throw new EngineError('no_such_instance', `There is no database ${id}.`)
    return this.#folders.networkAddress(id)
  }

  async facts(id: string): Promise<InstanceFacts> {
    const { state, failure, running } = await this.#existing(id)
    const primary = this.#primaryOf(id)
    return {
      state,
      version: this.#context.binary.version,
      diskBytes: await this.#folders.diskBytes(id),
      ...(running && { endpoint: running.endpoint, startedAt: running.startedAt }),
      ...(failure !== undefined && { failure }),
      ...(primary !== undefined && { primary }),
      isFenced: await isFenced(this.#folders.files(id).data),
    }
  }

  ports() {
    return this.#context.allocations.portCount()
  }

  disk(): Promise<DiskSpace> {
    return this.#folders.diskSpace()
  }

  canShareBlocks(): Promise<boolean> {
    return this.#folders.canShareBlocks()
  }

  async sharedBytes(id: string): Promise<number | undefined> {
    await this.#existing(id)
    return this.#folders.sharedBytes(id)
  }

  async logs(id: string, { limit }: { limit: number }): Promise<LogEntry[]> {
    await this.#existing(id)
    return readLog(this.#folders.files(id).logs, limit)
  }

  logsAfter(id: string, position: string | undefined): Promise<LogPart> {
    return readLogAfter(this.#folders.files(id).logs, position)
  }

  watchLog(id: string, written: () => void): (() => void) | undefined {
    return watchLog(this.#folders.files(id).logs, written)
  }

  subscribe(listener: (event: InstanceEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    clearInterval(this.#pruning)
    await this.#prepared.close()
    const ids = new Set([...this.#instances.ids(), ...(await this.#folders.ids())])
    // A server may have been too young to be found at the start, so each is looked for again.
    await Promise.all(
      [...ids].map((id) =>
        this.#instances.get(id).stopAnd(async () => {
          await this.#folders.endSurvivor(id)
          await this.#folders.removeSockets(id)
        }),
      ),
    )
    await this.#instances.relays.closeAll()
    await this.#folders.allSynced()
    await this.#copiers.close()
    await this.#spare.discard()
    this.#release()
  }

  async #runningCluster(id: string, password: string): Promise<RunningCluster> {
    const { running } = await this.#existing(id)
    if (!running)
      throw new EngineError('not_ready', `The database ${id} does not run, so it cannot be copied.`)
    const { host, socket = host, port } = running.endpoint
    const login = { host: socket, port, user: this.#context.options.superuser, password }
    return { data: this.#folders.files(id).data, login }
  }

  #primaryOf(id: string): string | undefined {
    return this.#context.allocations.of(id).standby?.of
  }

  /** Lets a running instance know which replicas it has. */
  async #reloadAccess(id: string): Promise<void> {
    if (!(await this.#folders.exists(id))) return
    await this.#instances
      .get(id)
      .configure((running) => (running ? this.#folders.admitReplicas(id) : Promise.resolve()))
  }

  /** Replicas that run connect to their primary where it is now. */
  #followMove(primary: string): void {
    for (const id of this.#context.allocations.replicasOf(primary)) {
      if (this.#instances.get(id).state !== 'running') continue
      this.restart(id).catch((error: Error) =>
        this.#context.options.log(`The replica ${id} could not follow ${primary}: ${error.message}`),
      )
    }
  }

  /** Runs what creates an instance. */
  #ifMissing<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#instances.get(id).exclusively(async () => {
      this.#refuseWhenClosed()
      if (await this.#folders.exists(id))
        throw new EngineError('already_exists', `The database ${id} already exists.`)
      return work()
    })
  }

  /** Runs what replaces the data of an instance. */
  async #whileStopped<T>(id: string, work: () => Promise<T>): Promise<T> {
    const instance = await this.#existing(id)
    return instance.stopAnd(async () => {
      await this.#folders.endSurvivor(id)
      return work()
    })
  }

  async #existing(id: string) {
    this.#refuseWhenClosed()
    if (await this.#existenceChecks.run(() => this.#folders.exists(id))) return this.#instances.get(id)
    throw new EngineError('no_such_instance', `There is no database ${id}.`)
  }

  #refuseWhenClosed(): void {
    if (this.#closing) throw new EngineError('not_ready', 'The databases are being shut down.')
  }

  #ensureTemplate(): Promise<string> {
    this.#template ??= ensureTemplate(this.#context).catch((error) => {
      this.#template = undefined
      throw error
    })
    return this.#template
  }

  #notify(event: InstanceEvent): void {
    const { relays } = this.#instances
    if (event.state === 'stopping') relays.hurryReplicasOf(event.id)
    if (event.state !== 'running' && event.state !== 'starting') void this.#prepared.discard(event.id)
    if (event.state === 'stopped')
      relays
        .close(event.id)
        .catch((error: Error) => this.#context.options.log(`The relay of ${event.id}: ${error.message}`))
    if (event.moved) this.#followMove(event.id)
    if (this.#spares.has(event.id)) return
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (error) {
        this.#context.options.log(`A listener failed on ${event.id} ${event.state}: ${String(error)}`)
      }
    }
  }

  async #pruneLogs(): Promise<void> {
    for (const id of await this.#folders.ids()) await pruneLog(this.#folders.files(id).logs, LOG_FILES_MAX)
  }
}
