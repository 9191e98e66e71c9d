import type { ClusterFiles } from '../cluster/cluster-files.ts'
import { meansDiskFull, namingFullDisk } from '../cluster/disk-full.ts'
import type { DiskSpace, Endpoint, InstanceEvent, InstanceState } from '../engine.ts'
import { lastFatalMessage } from '../logs/fatal-message.ts'
import { endOrphanBackends, stopPostmaster } from '../process/termination.ts'
import { SerialQueue } from '../serial-queue.ts'
import type { Running } from './launch.ts'
import { decideRestart, hasRoomToStart } from './restart.rules.ts'
import { isStrandedBefore } from './stranded-server.ts'
import type { Timings } from './timings.rules.ts'

/** What an instance needs from its engine. */
export interface InstanceContext {
  files: ClusterFiles
  timings: Timings
  bringUp: (signal: AbortSignal) => Promise<Running>
  /** The disk that its files are on. */
  disk: () => Promise<DiskSpace>
  /** The superuser, for which no password is needed to learn whether sessions are accepted. */
  superuser: string
  log: (line: string) => void
  emit: (event: Omit<InstanceEvent, 'id'>) => void
  onStopBegun: () => void
}

/** A supervised server. Only this object writes its state, and it runs one operation at a time. */
export class Instance {
  readonly #context: InstanceContext
  readonly #queue = new SerialQueue()
  #state: InstanceState = 'stopped'
  #failure: string | undefined
  #running: Running | undefined
  /** Aborts the current start. */
  #starting: AbortController | undefined
  #restartTimer: NodeJS.Timeout | undefined
  #crashes: number[] = []

  constructor(context: InstanceContext) {
    this.#context = context
  }

  get state() {
    return this.#state
  }

  get failure() {
    return this.#failure
  }

  get running() {
    return this.#running
  }

  /** Queues other work on the same instance, such as its creation or removal. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(task)
  }

  start(): Promise<Endpoint> {
    return this.#queue.run(() => this.#startOnRequest())
  }

  stop(): Promise<void> {
    this.#interrupt()
    return this.#queue.run(() => this.#stop())
  }

  restart(): Promise<Endpoint> {
    this.#interrupt()
    return this.#queue.run(async () => {
      await this.#stop()
      return this.#startOnRequest()
    })
  }

  /** Stops the server and runs the task before any other operation. */
  stopAnd<T>(task: () => Promise<T>): Promise<T> {
    this.#interrupt()
    return this.#queue.run(async () => {
      await this.#stop()
      return task()
    })
  }

  /** Changes the server's configuration; a running server reloads it. */
  configure(write: (running: Running | undefined) => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      await write(this.#running).catch((error) => Promise.reject(namingFullDisk(error)))
      this.#running?.postmaster.signal('SIGHUP')
    })
  }

  #interrupt(): void {
    clearTimeout(this.#restartTimer)
    this.#starting?.abort()
  }

  async #startOnRequest(): Promise<Endpoint> {
    // A requested start is a new beginning: earlier crashes do not count.
    this.#crashes = []
    try {
      return await this.#start()
    } catch (cause) {
      const error = namingFullDisk(cause)
      if (this.#state === 'starting') {
        this.#setState('failed', { failure: (error as Error).message, willRestart: false })
      }
      throw error
    }
  }

  /** Leaves the state at `starting` when it fails, and at `stopped` when it was aborted. */
  async #start(): Promise<Endpoint> {
    clearTimeout(this.#restartTimer)
    if (this.#running) return this.#running.endpoint
    this.#setState('starting')
    const starting = new AbortController()
    this.#starting = starting
    try {
      const running = await this.#context.bringUp(starting.signal)
      this.#running = running
      this.#setState('running', running.moved && { moved: running.moved })
      void running.postmaster.exited.then((ending) => this.#queue.run(() => this.#afterExit(running, ending)))
      this.#watch(running)
      return running.endpoint
    } catch (error) {
      if (starting.signal.aborted) this.#setState('stopped')
      throw error
    } finally {
      this.#starting = undefined
    }
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#restartTimer)
    const running = this.#running
    if (running) {
      this.#setState('stopping')
      this.#running = undefined
      this.#context.onStopBegun()
      await this.#end(running)
    }
    if (this.#state !== 'stopped') this.#setState('stopped')
  }

  async #end({ postmaster }: Running): Promise<void> {
    try {
      await stopPostmaster(postmaster, this.#context.files.data, this.#context.timings)
    } catch (error) {
      // The next start or stop finds the server by its lock file.
      this.#setState('failed', { failure: (error as Error).message, willRestart: false })
      throw error
    }
  }

  /** Handles the server's exit, which is a crash unless the engine stopped it. */
  async #afterExit(running: Running, ending: string): Promise<void> {
    if (this.#running !== running) return
    this.#running = undefined
    const { files } = this.#context
    // The next start retries, and reports processes that cannot be ended.
    await endOrphanBackends(files.data).catch(() => undefined)
    const reason = await lastFatalMessage(files, running.startedAt)
    await this.#afterCrash(`PostgreSQL ${ending}${reason ? `: ${reason}` : ''}`)
  }

  /** Restarts the server if it is stranded. */
  #watch(running: Running): void {
    const { files, timings, superuser: user, log } = this.#context
    const ended = new AbortController()
    void running.postmaster.exited.then(() => ended.abort())
    isStrandedBefore(ended.signal, { data: files.data, endpoint: running.endpoint, user }, timings)
      .then((isStranded) => (isStranded ? this.#queue.run(() => this.#endStranded(running)) : undefined))
      .catch((error: Error) =>
        log(`A database that may need a restart could not be watched: ${error.message}`),
      )
  }

  async #endStranded(running: Running): Promise<void> {
    if (this.#running !== running) return
    this.#running = undefined
    await this.#end(running)
    await this.#afterCrash('PostgreSQL accepted no connections and did not recover')
  }

  async #afterCrash(what: string): Promise<void> {
    const { timings } = this.#context
    this.#crashes = [...this.#crashes, Date.now()].slice(-timings.crashLimit - 1)
    const hasRoom = await this.#hasRoom()
    const isNamed = meansDiskFull(new Error(what))
    const isDiskFull = isNamed || !hasRoom
    // A server whose log is on the full disk too cannot say why it ended.
    const failure = isDiskFull && !isNamed ? `${what.replace(/\.$/, '')}. Its disk is full.` : what
    const decision = decideRestart(this.#crashes, timings, { isDiskFull })
    if ('giveUp' in decision) {
      this.#setState('failed', {
        failure: `${failure.replace(/\.$/, '')}. It crashed repeatedly and stays stopped.`,
        willRestart: false,
      })
      return
    }
    this.#setState('failed', { failure, willRestart: true })
    this.#restartLater(decision.restartAfterMs, { sooner: !hasRoom })
  }

  /** With `sooner`, also as soon as the full disk has room again. */
  #restartLater(afterMs: number, { sooner }: { sooner: boolean }): void {
    const waitMs = sooner ? Math.min(afterMs, this.#context.timings.roomPollMs) : afterMs
    const timer = setTimeout(
      () =>
        void this.#queue.run(async () => {
          // A stop, or a start on request, came first.
          if (this.#restartTimer !== timer || this.#state !== 'failed') return
          if (waitMs < afterMs && !(await this.#hasRoom()))
            return this.#restartLater(afterMs - waitMs, { sooner })
          await this.#restartAfterCrash()
        }),
      waitMs,
    ).unref()
    this.#restartTimer = timer
  }

  /** Whether the disk is not full; true when that is not known. */
  async #hasRoom(): Promise<boolean> {
    const disk = await this.#context.disk().catch(() => undefined)
    return disk === undefined || hasRoomToStart(disk)
  }

  async #restartAfterCrash(): Promise<void> {
    try {
      await this.#start()
    } catch (error) {
      if (this.state === 'starting') await this.#afterCrash((error as Error).message)
    }
  }

  #setState(
    state: InstanceState,
    details: Partial<Pick<InstanceEvent, 'failure' | 'willRestart' | 'moved'>> = {},
  ): void {
    this.#state = state
    this.#failure = details.failure
    this.#context.emit({ state, ...details })
  }
}
