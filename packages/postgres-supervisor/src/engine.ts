import type { AccessRules } from './cluster/access-rules.ts'

/**
 * What the platform may ask of whatever runs its PostgreSQL servers. An engine hides data directories, process
 * ids and ports' bookkeeping, so that an embedded, an external and a Kubernetes engine are interchangeable.
 */
export interface Engine {
  readonly name: string
  /**
   * Makes a stopped instance whose superuser (named to the engine) has this password.
   * Fails whole: leaves nothing behind. Begins again over the half-made leftover of an interrupted attempt.
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
  /**
   * Says who may connect to an instance over the network; kept with it. It holds for every connection that is opened
   * from now on, but for the addresses it listens on, which hold from its next start.
   * @throws EngineError no_such_instance
   */
  setAccess(id: string, rules: AccessRules): Promise<void>
  exists(id: string): Promise<boolean>
  /** Where a running instance answers; undefined while it does not run. @throws EngineError no_such_instance */
  endpoint(id: string): Promise<Endpoint | undefined>
  /**
   * Where an instance is reached over the network whenever it runs; undefined before its first start.
   * @throws EngineError no_such_instance
   */
  whereabouts(id: string): Promise<Whereabouts | undefined>
  facts(id: string): Promise<InstanceFacts>
  /** How many ports the instances may have, and how many of those belong to none. */
  ports(): { total: number; free: number }
  /** The disk that all instances share. */
  disk(): Promise<DiskSpace>
  /** The newest log entries, newest first. */
  logs(id: string, options: { limit: number }): Promise<LogEntry[]>
  /** Tells of every change of state. Returns the function that ends the subscription. */
  subscribe(listener: (event: InstanceEvent) => void): () => void
  /** Stops every instance gracefully, in parallel. The engine refuses all work afterwards. */
  close(): Promise<void>
}

export type { AccessRules } from './cluster/access-rules.ts'

export type InstanceState = 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'

export interface Endpoint {
  host: string
  port: number
  /**
   * A directory, which drivers take in the place of a host: the way in for the platform itself, whatever the rules of
   * access over the network. Absent where there is no such way.
   */
  socket?: string
  /** Roles that the platform can log in as over that socket without a password. */
  passwordlessRoles?: readonly string[]
}

/** What everybody else knows of an endpoint; kept while the instance is stopped. */
export interface Whereabouts {
  host: string
  port: number
  /** All it listens on. */
  addresses: readonly string[]
  /** Its last change of port. */
  moved?: PortMove
}

/** A change of the port at which an instance is reached over the network. */
export interface PortMove {
  from: number
  to: number
  /** ISO 8601 in UTC. */
  at: string
  /** Why it could not stay, as a sentence. */
  reason: string
}

export interface InstanceFacts {
  state: InstanceState
  /** Present while running. */
  endpoint?: Endpoint
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
  /** Present when the instance runs at another port than before. */
  moved?: PortMove
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
