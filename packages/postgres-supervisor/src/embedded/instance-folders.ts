import { access, lstat, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Account, isRoot } from '../account/account.ts'
import { readBootId } from '../boot-id.ts'
import { hostOf, LOOPBACK, listenAddresses, OPEN_TO_ALL } from '../cluster/access-rules.ts'
import { type ClusterFiles, clusterFiles, giveClusterTo } from '../cluster/cluster-files.ts'
import { isDurable, type Settings, writeAccessRules } from '../cluster/configuration.ts'
import { sharesBlocks } from '../cluster/copy-data.ts'
import { diskUsage } from '../cluster/disk-usage.ts'
import { syncToDisk } from '../cluster/initdb.ts'
import { sharedBlocks } from '../cluster/shared-blocks.ts'
import { standbySettings } from '../cluster/standby.ts'
import { markSynced, unsyncedSince } from '../cluster/unsynced.ts'
import { type AccessRules, type DiskSpace, EngineError, type NetworkAddress } from '../engine.ts'
import { stopPostmaster } from '../process/termination.ts'
import { replicationName } from '../replica-on-primary.ts'
import { type EngineContext, peersOf } from './engine-context.ts'
import { type InstanceRecord, readRecord, syncRecord, writeRecord } from './instance-record.ts'
import { findSurvivor, isServed } from './launch.ts'
import { unfinishedPath } from './layout.ts'
import { damaged } from './start-failure.ts'
import { removeCluster } from './sweep.ts'
import { DISK_USAGE_CACHE_MS, SHARED_BLOCKS_CACHE_MS, SYNC_GIVES_WAY_MS } from './timings.rules.ts'

/** An id becomes a folder's name, and part of the path of a socket. */
const INSTANCE_ID = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** The instances on disk. */
export class InstanceFolders {
  readonly #context: EngineContext
  readonly #sizes = new Map<string, { bytes: Promise<number>; at: number }>()
  readonly #shared = new Map<string, { bytes: Promise<number | undefined>; at: number }>()
  readonly #syncs = new Map<string, Promise<void>>()
  /** Begin the syncs of replicas before their time. */
  readonly #hurry = new Map<string, () => void>()
  #sharing: Promise<boolean> | undefined

  constructor(context: EngineContext) {
    this.#context = context
  }

  files(id: string): ClusterFiles {
    if (!INSTANCE_ID.test(id)) throw new TypeError(`Not an instance's id: ${JSON.stringify(id)}`)
    return clusterFiles(join(this.#context.layout.instances, id))
  }

  async ids(): Promise<string[]> {
    return (await readdir(this.#context.layout.instances)).filter((name) => INSTANCE_ID.test(name))
  }

  exists(id: string): Promise<boolean> {
    return INSTANCE_ID.test(id) ? isThere(this.files(id).folder) : Promise.resolve(false)
  }

  /** Loads an instance's record, so that its port and user id are not assigned to another one. */
  async loadRecord(id: string): Promise<void> {
    this.#context.allocations.remember(id, await readRecord(this.files(id).folder))
  }

  /** The account that the server runs as: as root, the owner of the data. @throws EngineError no_such_instance, corrupt */
  async account(id: string): Promise<Account | undefined> {
    const files = this.files(id)
    const data = await lstat(files.data).catch(() => undefined)
    if (data) return isRoot() ? { uid: data.uid, gid: data.gid } : undefined
    if (!(await isThere(files.folder)))
      throw new EngineError('no_such_instance', `There is no database ${id}.`)
    throw damaged('its data directory is gone')
  }

  /**
   * Makes a stopped instance's files belong to a user id that no other instance has, in case an older version or another
   * system used a shared one; returns that account. The record is written last, so that the next start repairs a crash in
   * between.
   */
  async takeAccount(id: string): Promise<Account | undefined> {
    const { accounts, allocations } = this.#context
    const owner = await this.account(id)
    if (!accounts.areSeparate || !owner) return owner
    const files = this.files(id)
    const known = await readRecord(files.folder)
    const uid = allocations.chooseUid(id)
    const own = accounts.ofInstance(uid)
    if (known.uid === uid && owner.uid === uid) return own
    await giveClusterTo(files, own)
    await writeRecord(files.folder, { ...known, uid })
    allocations.remember(id, { ...known, uid })
    return own
  }

  /** The network address that it has whenever it runs; undefined before it has a port. */
  networkAddress(id: string): NetworkAddress | undefined {
    const { port, access: rules = OPEN_TO_ALL, moved } = this.#context.allocations.of(id)
    const { addresses = LOOPBACK } = this.#context.options
    return port === undefined
      ? undefined
      : {
          host: hostOf(rules),
          port,
          addresses: listenAddresses(rules, addresses),
          ...(moved?.to === port && { moved }),
        }
  }

  /** Stores who may connect, and updates the file that a running server reads. */
  async setAccess(id: string, access: AccessRules, isRunning: boolean): Promise<void> {
    const files = this.files(id)
    const owner = await this.account(id)
    const known = await readRecord(files.folder)
    if (isDeepStrictEqual(known.access ?? OPEN_TO_ALL, access)) return
    await writeRecord(files.folder, { ...known, access })
    this.#context.allocations.remember(id, { ...known, access })
    if (isRunning) await this.#writeAccess(id, { ...known, access }, owner)
  }

  /** Updates the file that a running server reads, after its replicas changed. */
  async admitReplicas(id: string): Promise<void> {
    await this.#writeAccess(id, await readRecord(this.files(id).folder), await this.account(id))
  }

  /** Admits everyone whom the rules of a complete copy admit, which the next engine removes until it is marked as complete. */
  async admitToCopy(id: string): Promise<void> {
    const { isIncomplete: _incomplete, ...record } = await readRecord(this.files(id).folder)
    await this.#writeAccess(id, record, await this.account(id))
  }

  /** Keeps a complete copy for the next engine. `synced` awaits that it would be complete after a power failure. */
  async markComplete(id: string): Promise<void> {
    const { folder } = this.files(id)
    const { isIncomplete: _incomplete, ...record } = await readRecord(folder)
    await writeRecord(folder, record)
    this.#context.allocations.remember(id, record)
    if (isDurable(this.#context.options.settings)) this.#awaitWith(id, syncRecord(folder))
  }

  /** Has `synced` await something else, too. */
  #awaitWith(id: string, work: Promise<void>): void {
    const sync = Promise.all([this.#syncs.get(id), work]).then(() => undefined)
    // Reported where it is awaited.
    sync.catch(() => undefined)
    this.#syncs.set(id, sync)
  }

  #writeAccess(
    id: string,
    { access: rules = OPEN_TO_ALL, isIncomplete }: InstanceRecord,
    owner: Account | undefined,
  ): Promise<void> {
    const { options } = this.#context
    return writeAccessRules(this.files(id), {
      rules,
      peers: peersOf(options),
      replicas: this.replicaRoles(id),
      onlyRole: isIncomplete && options.superuser,
      owner,
    })
  }

  /** Makes a replica that was promoted an instance of its own, for its next starts. */
  async forgetPrimary(id: string): Promise<void> {
    const { folder } = this.files(id)
    const { standby: _primary, ...record } = await readRecord(folder)
    await writeRecord(folder, record)
    this.#context.allocations.remember(id, record)
  }

  /** The roles that the replicas of an instance log in as. */
  replicaRoles(id: string): string[] {
    return this.#context.allocations.replicasOf(id).map(replicationName)
  }

  /** How a replica follows its primary; empty for any other instance. */
  standbySettings(id: string): Settings {
    const { standby } = this.#context.allocations.of(id)
    if (!standby) return {}
    const { outgoing } = this.files(id)
    return standbySettings({ relay: outgoing, name: replicationName(id), password: standby.password })
  }

  /** Removes the folders of a stopped server's sockets; the next start creates them again. */
  async removeSockets(id: string): Promise<void> {
    const { sockets, outgoing } = this.files(id)
    for (const folder of [sockets, outgoing]) await rm(folder, { recursive: true, force: true })
  }

  hasSurvivor(id: string): Promise<boolean> {
    return isServed(this.files(id).data)
  }

  /** Stops a server of this cluster that the engine does not know: one that was too young to be found before. */
  async endSurvivor(id: string): Promise<void> {
    const { timings } = this.#context
    const files = this.files(id)
    const survivor = await findSurvivor({ files, timings })
    if (survivor) await stopPostmaster(survivor, files.data, timings)
  }

  /** Removes a stopped instance. It is moved away first, so that a partly removed one is never found. */
  async remove(id: string): Promise<void> {
    const away = unfinishedPath(this.#context.layout, id)
    const { folder } = this.files(id)
    if (await isThere(folder)) {
      await rename(folder, away)
      this.#context.step('destroy:moved')
      await removeCluster(away)
    }
    await this.removeSockets(id)
    this.#context.allocations.forget(id)
    this.#sizes.delete(id)
    this.#shared.delete(id)
    this.#syncs.delete(id)
    this.#hurry.delete(id)
  }

  /** The disk space of the instance in bytes, at most some seconds old. */
  diskBytes(id: string): Promise<number> {
    const known = this.#sizes.get(id)
    if (known && Date.now() - known.at < DISK_USAGE_CACHE_MS) return known.bytes
    const bytes = diskUsage(this.files(id).folder)
    this.#sizes.set(id, { bytes, at: Date.now() })
    return bytes
  }

  /** How much of it shares blocks with other files; undefined when that is not known. */
  async sharedBytes(id: string): Promise<number | undefined> {
    if (!(await this.canShareBlocks())) return 0
    const known = this.#shared.get(id)
    if (known && Date.now() - known.at < SHARED_BLOCKS_CACHE_MS) return known.bytes
    const bytes = sharedBlocks(this.files(id).folder)
    this.#shared.set(id, { bytes, at: Date.now() })
    return bytes
  }

  /** The file system that the instances are on. */
  async diskSpace(): Promise<DiskSpace> {
    const { bsize, blocks, bfree, bavail } = await statfs(this.#context.layout.instances)
    // Space that is reserved for the administrator counts as neither used nor free.
    return { totalBytes: (blocks - bfree + bavail) * bsize, freeBytes: bavail * bsize }
  }

  /** Whether the file system of the instances copies without copying blocks. It is asked once. */
  canShareBlocks(): Promise<boolean> {
    this.#sharing ??= sharesBlocks(unfinishedPath(this.#context.layout, 'reflink'))
    return this.#sharing
  }

  /**
   * Makes a new instance survive a power failure, in the background: waiting would double the time to create a project,
   * and little is lost with the first moments of an empty database. For what has begun to be synced, somebody waits: that
   * gives way to everybody else for some seconds only, and is over sooner.
   */
  syncSoon(id: string, begun?: Promise<void>): void {
    const { binary, options } = this.#context
    if (!isDurable(options.settings)) return
    const sync = atMost(SYNC_GIVES_WAY_MS, begun).then(async () => {
      await syncToDisk(
        binary,
        this.files(id),
        begun ? { background: 'waited-for', withOthers: true } : { background: 'whenever' },
      )
      // By then, it may have been removed and made again.
      if (this.#syncs.get(id) === sync) await markSynced(this.files(id).folder)
    })
    this.#syncs.set(id, sync)
    sync.catch((error: Error) => options.log(`Database ${id} could not be synced to disk: ${error.message}`))
  }

  /** Writes the files of a copy to disk. From then on, its own server writes what it changes. Awaited by `synced`. */
  syncCopy(id: string, files: ClusterFiles): void {
    const { binary, options } = this.#context
    if (!isDurable(options.settings)) return
    const sync = syncToDisk(binary, files, { background: 'waited-for', withOthers: true }).then(
      () => undefined,
    )
    // Reported where it is awaited: a failed copy is removed meanwhile.
    sync.catch(() => undefined)
    this.#syncs.set(id, sync)
  }

  /** Begins to write files to disk that are still changed: `syncSoon` then has less to do. Never rejects. */
  async beginSync(files: ClusterFiles): Promise<void> {
    const { binary, options } = this.#context
    if (!isDurable(options.settings)) return
    // What it does not write is written, and what fails is reported, by the sync that follows. A failed copy is removed meanwhile.
    await syncToDisk(binary, files, { background: 'whenever', withOthers: true }).catch(() => undefined)
  }

  /**
   * Whether the files of a replica may not be on disk. @throws EngineError incomplete when power may have failed before they
   * were: then anything may be missing
   */
  async isUnsynced(id: string): Promise<boolean> {
    const since = await unsyncedSince(this.files(id).folder)
    if (since === undefined) return false
    if (since === (await readBootId())) return true
    throw new EngineError(
      'incomplete',
      'The machine was restarted before all of this replica was on disk. Set the replica up again.',
    )
  }

  /**
   * Syncs a new replica once somebody waits for that, or after some seconds: before, it would only hold up those who wait
   * until it can be used.
   */
  syncLater(id: string): void {
    this.syncSoon(id, new Promise((resolve) => this.#hurry.set(id, resolve)))
  }

  /** Syncs a replica of which an earlier process has not seen the end. */
  resumeSync(id: string): void {
    if (!this.#syncs.has(id)) this.syncSoon(id, Promise.resolve())
  }

  /** As `synced`, for a replica. @throws EngineError incomplete */
  async completed(id: string): Promise<void> {
    if (await this.isUnsynced(id)) await this.synced(id)
  }

  /** Waits for the sync of a new instance, of which an earlier process may not have seen the end. @throws CommandError */
  async synced(id: string): Promise<void> {
    if (!this.#syncs.has(id)) this.syncSoon(id, Promise.resolve())
    this.#hurry.get(id)?.()
    await this.#syncs.get(id)
  }

  async allSynced(): Promise<void> {
    for (const hurry of this.#hurry.values()) hurry()
    await Promise.allSettled(this.#syncs.values())
  }
}

/** Resolves once the work has ended, or after that time. */
async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  const stop = new AbortController()
  await Promise.race([work, sleep(ms, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)])
  stop.abort()
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
