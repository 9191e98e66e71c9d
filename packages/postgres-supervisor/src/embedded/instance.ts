import type { ClusterFiles } from '../cluster/cluster-files.ts'
import { meansDiskFull, namingFullDisk } from '../cluster/disk-full.ts'
import type { Endpoint, InstanceEvent, InstanceState } from '../engine.ts'
import { lastWords } from '../logs/last-words.ts'
import { endOrphanBackends, stopPostmaster } from '../process/termination.ts'
import { SerialQueue } from '../serial-queue.ts'
import type { Running } from './launch.ts'
import { decideRestart } from './restart.rules.ts'
import type { Timings } from './timings.rules.ts'

/** What an instance needs of its surroundings. */
export interface InstanceSurroundings {
  files: ClusterFiles
  timings: Timings
  bringUp: (signal: AbortSignal) => Promise<Running>
  emit: (event: Omit<InstanceEvent, 'id'>) => void
  onStopBegun: () => void
}

/** One supervised server. It alone writes its state, and does one thing at a time. */
export class Instance {
  readonly #surroundings: InstanceSurroundings
  readonly #queue = new SerialQueue()
  #state: InstanceState = 'stopped'
  #failure: string | undefined
  #running: Running | undefined
  /** Interrupts the start under way. */
  #starting: AbortController | undefined
  #restartTimer: NodeJS.Timeout | undefined
  #crashes: number[] = []

  constructor(surroundings: InstanceSurroundings) {
    this.#surroundings = surroundings
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

  /** Lets other work on the same instance, such as its creation and removal, take its turn. */
  exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.run(task)
  }

  start(): Promise<Endpoint> {
    return this.#queue.run(() => this.#startAsAsked())
  }

  stop(): Promise<void> {
    this.#interrupt()
    return this.#queue.run(() => this.#stop())
  }

  restart(): Promise<Endpoint> {
    this.#interrupt()
    return this.#queue.run(async () => {
      await this.#stop()
      return this.#startAsAsked()
    })
  }

  /** Stops, and does the task before anything else gets a turn. */
  stopAnd(task: () => Promise<void>): Promise<void> {
    this.#interrupt()
    return this.#queue.run(async () => {
      await this.#stop()
      await task()
    })
  }

  /** Changes what the server has been told; a server that runs reads it again. */
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

  async #startAsAsked(): Promise<Endpoint> {
    // Someone asking is a new beginning: only crashes that follow it count.
    this.#crashes = []
    try {
      return await this.#start()
    } catch (cause) {
      const error = namingFullDisk(cause)
      if (this.#state === 'starting') {
        this.#become('failed', { failure: (error as Error).message, willRestart: false })
      }
      throw error
    }
  }

  /** Leaves the state at `starting` when it fails, and at `stopped` when it was interrupted. */
  async #start(): Promise<Endpoint> {
    clearTimeout(this.#restartTimer)
    if (this.#running) return this.#running.endpoint
    this.#become('starting')
    const starting = new AbortController()
    this.#starting = starting
    try {
      const running = await this.#surroundings.bringUp(starting.signal)
      this.#running = running
      this.#become('running', running.moved && { moved: running.moved })
      void running.postmaster.exited.then((ending) => this.#queue.run(() => this.#afterExit(running, ending)))
      return running.endpoint
    } catch (error) {
      if (starting.signal.aborted) this.#become('stopped')
      throw error
    } finally {
      this.#starting = undefined
    }
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#restartTimer)
    const running = this.#running
    if (running) {
      this.#become('stopping')
      this.#running = undefined
      this.#surroundings.onStopBegun()
      try {
        await stopPostmaster(running.postmaster, this.#surroundings.files.data, this.#surroundings.timings)
      } catch (error) {
        // The next start or stop finds the server by its lock file.
        this.#become('failed', { failure: (error as Error).message, willRestart: false })
        throw error
      }
    }
    if (this.#state !== 'stopped') this.#become('stopped')
  }

  /** The server ended. Unless we ended it, that is a crash. */
  async #afterExit(running: Running, ending: string): Promise<void> {
    if (this.#running !== running) return
    this.#running = undefined
    const { files } = this.#surroundings
    // The next start retries, and reports processes that cannot be ended.
    await endOrphanBackends(files.data).catch(() => undefined)
    const words = await lastWords(files, running.startedAt)
    this.#afterCrash(`PostgreSQL ${ending}${words ? `: ${words}` : ''}`)
  }

  #afterCrash(failure: string): void {
    this.#crashes = [...this.#crashes, Date.now()].slice(-this.#surroundings.timings.crashLimit - 1)
    const isDiskFull = meansDiskFull(new Error(failure))
    const decision = decideRestart(this.#crashes, this.#surroundings.timings, { isDiskFull })
    if ('giveUp' in decision) {
      this.#become('failed', {
        failure: `${failure.replace(/\.$/, '')}, again and again. It is left stopped.`,
        willRestart: false,
      })
      return
    }
    this.#become('failed', { failure, willRestart: true })
    this.#restartTimer = setTimeout(
      () => void this.#queue.run(() => this.#restartAfterCrash()),
      decision.restartAfterMs,
    )
    this.#restartTimer.unref()
  }

  async #restartAfterCrash(): Promise<void> {
    if (this.#state !== 'failed') return
    try {
      await this.#start()
    } catch (error) {
      if (this.state === 'starting') this.#afterCrash((error as Error).message)
    }
  }

  #become(
    state: InstanceState,
    details: Partial<Pick<InstanceEvent, 'failure' | 'willRestart' | 'moved'>> = {},
  ): void {
    this.#state = state
    this.#failure = details.failure
    this.#surroundings.emit({ state, ...details })
  }
}
