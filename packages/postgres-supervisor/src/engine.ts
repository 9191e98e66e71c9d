/**
 * What the platform may ask of whatever runs its PostgreSQL servers. An engine hides data directories, process
 * ids and ports' bookkeeping, so that an embedded, an external and a Kubernetes engine are interchangeable.
 */
export interface Engine {
  readonly name: string
  /**
   * Makes a stopped instance whose superuser (named to the engine) has this password.
   * Fails whole: leaves nothing behind. Begins anew over the half-made leftover of an interrupted attempt.
   * @throws EngineError already_exists, disk_full, no_free_port, data_dir_unwritable, binary_unusable
   */
  create(id: string, options: { superuserPassword: string }): Promise<void>
  /**
   * Resolves once the instance's own server accepts connections; at once when it already does.
   * @throws EngineError no_such_instance, not_ready, disk_full, no_free_port, corrupt, binary_unusable
   */
  start(id: string): Promise<Endpoint>
  /** Ends the server in an orderly way; quiet when it is not running. Interrupts a start under way. */
  stop(id: string): Promise<void>
  restart(id: string): Promise<Endpoint>
  /** Removes the instance with all of its data; quiet for a half-made or missing one. */
  destroy(id: string): Promise<void>
  exists(id: string): Promise<boolean>
  facts(id: string): Promise<InstanceFacts>
  /** The disk that all instances share. */
  disk(): Promise<DiskSpace>
  /** The newest log entries, newest first. */
  logs(id: string, options: { limit: number }): Promise<LogEntry[]>
  /** Tells of every change of state. Returns the function that ends the subscription. */
  subscribe(listener: (event: InstanceEvent) => void): () => void
  /** Stops every instance gracefully, in parallel. The engine refuses all work afterwards. */
  close(): Promise<void>
}

export type InstanceState = 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'

export interface Endpoint {
  host: string
  port: number
}

export interface InstanceFacts {
  state: InstanceState
  /** Present while running. */
  endpoint?: Endpoint
  /** Where its Unix socket is while running, if this process reaches one: it costs less than a connection by network. */
  socketDirectory?: string
  /** Of PostgreSQL, such as `18.4`. */
  version: string
  startedAt?: Date
  diskBytes: number
  /** Why the instance failed, in words for people. */
  failure?: string
}

export interface DiskSpace {
  totalBytes: number
  /** What the server may still fill; a file system keeps some back for its administrator. */
  freeBytes: number
}

export interface LogEntry {
  /** ISO 8601 in UTC. */
  time: string
  severity: string
  message: string
  detail?: string
  hint?: string
  statement?: string
  sqlstate?: string
  user?: string
  database?: string
  pid?: number
  /** The kind of process that wrote it, such as `client backend` or `checkpointer`. */
  backend?: string
}

export interface InstanceEvent {
  id: string
  state: InstanceState
  /** Why the instance failed, in words for people. */
  failure?: string
  /** True when the engine will start the failed instance again by itself. */
  willRestart?: boolean
}

export type EngineErrorCode =
  | 'no_such_instance'
  | 'already_exists'
  | 'not_ready'
  | 'disk_full'
  | 'no_free_port'
  | 'data_dir_unwritable'
  | 'corrupt'
  | 'binary_unusable'

/** The only error an engine throws on purpose. Its message says what to do. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineError'
    this.code = code
  }
}
