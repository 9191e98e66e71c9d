import type { AccessRules } from './cluster/access-rules.ts'

/**
 * Runs the platform's PostgreSQL servers. An engine hides data directories, process ids and port allocation, so that an
 * embedded, an external and a Kubernetes engine are interchangeable.
 */
export interface Engine {
  readonly name: string
  /** PostgreSQL's, for example `18.4`. */
  readonly version: string
  /**
   * Creates a stopped instance whose superuser, whose name the engine knows, has this password. A failure leaves nothing
   * behind, and the unfinished rest of an interrupted attempt is replaced.
   * @throws EngineError already_exists, disk_full, no_free_port, data_dir_unwritable, binary_unusable
   */
  create(id: string, options: { superuserPassword: string }): Promise<void>
  /** A copy of an instance is going to be made within moments, so what it takes gets ready. */
  announceCopy(source: string): void
  /**
   * Copies a running instance for a `copy` that is going to be made of it, unless that is done already. The instance keeps its
   * log from then on, so that the copy can be of any moment after. It is removed by `discardPreparedCopy`, when the instance
   * stops, when it writes much meanwhile, when the disk gets full, and when a copy, replica or restore needs the space. Returns
   * how far it is, at once. @throws EngineError no_such_instance, not_ready when it does not run
   */
  prepareCopy(source: CopyOptions['source']): Promise<PreparedCopyState>
  /** Resolves once nothing of it is left; at once when there is none. */
  discardPreparedCopy(source: string): Promise<void>
  /**
   * Creates an instance with the data of a running one, as of a moment after the call; the source keeps serving and being
   * written to. What was prepared of it is used, unless the copy replaces another, `isAlone` or `isTemporary`. It may run already: with `replaces` or `isAlone` it is stopped. Its subscriptions are detached and it has no replication slots. Every role keeps its
   * password, except the superuser. A failure leaves nothing behind. With `replaces`, the data of an existing instance is
   * replaced, which is stopped before and keeps its address; a failure leaves it as it was.
   * @throws EngineError no_such_instance, already_exists, not_ready when the source does not run or stops meanwhile,
   * disk_full, no_free_port, data_dir_unwritable, binary_unusable; or the signal's reason
   */
  copy(id: string, options: CopyOptions): Promise<CopyFacts>
  /**
   * Keeps a copy that was made with `isSpare`, and announces that it runs. @throws EngineError no_such_instance, not_ready when
   * it does not run
   */
  claim(id: string): Promise<void>
  /**
   * Creates a stopped instance from the files of a backup, recovered to the moment that `until` names, and returns which
   * transactions it has in common with what was backed up. Its subscriptions are detached. Every role keeps the password of
   * that moment, except the superuser. A failure leaves nothing behind.
   * @throws EngineError already_exists, disk_full, no_free_port, data_dir_unwritable, binary_unusable, corrupt when recovery
   * fails, with PostgreSQL's reason; what `files` throws; or the signal's reason
   */
  restore(id: string, options: RestoreOptions): Promise<CopyFacts>
  /**
   * The files of a stopped instance, for a `restore` until `backup` of them: a copy without its replication slots. It must
   * not be started, replaced or removed before they are read. @throws EngineError no_such_instance, not_ready when it runs
   */
  stoppedFiles(id: string): AsyncIterable<DataEntry>
  /**
   * Begins a backup of a running instance, which keeps serving and being written to, until what is returned is disposed.
   * @throws EngineError no_such_instance, not_ready when it does not run, has tablespaces, or does not respond for `silenceMs`,
   * five minutes unless stated; what breaks the connection to its server; or the signal's reason
   */
  beginBackup(
    id: string,
    options: { superuserPassword: string; signal?: AbortSignal | undefined; silenceMs?: number },
  ): Promise<BegunBackup>
  /**
   * Gives a stopped instance the data of another stopped one, which gets its data instead; each keeps its address. A call
   * that was interrupted is finished by the next one; `token` tells it from a call that is done already.
   * @throws EngineError no_such_instance, not_ready when one of them runs
   */
  exchangeData(id: string, other: string, token: string): Promise<void>
  /**
   * Creates a stopped instance that follows a running one from its start on, and answers reads. The primary gets a role
   * and a replication slot for it, which `detachStatements` of replica-on-primary.ts remove once the replica is destroyed. A
   * failure removes them too, unless the primary is down then. It may be started before all of it is on disk, for which
   * `synced` waits; after a power failure before that, `start` refuses it, and it has to be created again.
   * @throws EngineError as `copy`; or the signal's reason
   */
  replicate(id: string, options: ReplicateOptions): Promise<void>
  /**
   * Makes a running replica an instance of its own that is written to, and resolves once it is, which is after it is on
   * disk. Its primary keeps the role and the slot. @throws EngineError no_such_instance, not_ready when it does not run or is no replica; and as `synced`
   */
  promote(id: string): Promise<void>
  /**
   * Promotes a replica and makes it the instance `id`, stopped, with the address that the replica had; its subscriptions are
   * detached. Every role keeps its password, except the superuser. A call that was interrupted is finished by the next one.
   * @throws EngineError already_exists, no_such_instance, and as `start` and `promote`
   */
  adopt(id: string, options: AdoptOptions): Promise<CopyFacts>
  /**
   * Stops an instance, whose present data is never served again, whichever instance it is moved to: `start` refuses it. Also
   * ends a server that does not respond. Resolves once that would survive a power failure.
   * @throws EngineError no_such_instance, not_ready when the system does not end its processes
   */
  fence(id: string): Promise<void>
  /**
   * Stops an instance, whose server only answers reads from its next start on: it stays in recovery, which no statement of
   * anyone ends. @throws EngineError no_such_instance
   */
  seal(id: string): Promise<void>
  /**
   * Resolves once the instance's server accepts connections; at once when it already does.
   * @throws EngineError no_such_instance, fenced, incomplete, not_ready, disk_full, no_free_port, corrupt, binary_unusable
   */
  start(id: string): Promise<Endpoint>
  /**
   * Resolves once a new instance would survive a power failure, which is some moments after it was made: at once without
   * `fsync`. It may run meanwhile. @throws EngineError no_such_instance, and when the disk fails
   */
  synced(id: string): Promise<void>
  /** Shuts the server down; does nothing when it is not running. Aborts a start in progress. */
  stop(id: string): Promise<void>
  restart(id: string): Promise<Endpoint>
  /** Removes the instance with all of its data; does nothing when it does not exist. Also removes an unfinished one. */
  destroy(id: string): Promise<void>
  /**
   * Sets and stores who may connect to an instance over the network. Applies to every new connection, except for the
   * addresses it listens on, which change at its next start.
   * @throws EngineError no_such_instance
   */
  setAccess(id: string, rules: AccessRules): Promise<void>
  exists(id: string): Promise<boolean>
  /** The address of a running instance; undefined while it is not running. @throws EngineError no_such_instance */
  endpoint(id: string): Promise<Endpoint | undefined>
  /**
   * The network address that an instance has whenever it runs; undefined before its first start.
   * @throws EngineError no_such_instance
   */
  networkAddress(id: string): Promise<NetworkAddress | undefined>
  facts(id: string): Promise<InstanceFacts>
  /** The size of the port range, and how many of its ports belong to no instance. */
  ports(): { total: number; free: number }
  /** The space of the disk that all instances share. */
  disk(): Promise<DiskSpace>
  /** Whether a copy shares the blocks of its source on that disk until they change, as on XFS, Btrfs and APFS. */
  canShareBlocks(): Promise<boolean>
  /**
   * The bytes of an instance's `diskBytes` whose blocks others on that disk have too, at most a minute old: 0 where nothing
   * can be shared, and undefined when the file system does not tell.
   */
  sharedBytes(id: string): Promise<number | undefined>
  /** The newest log entries, newest first. */
  logs(id: string, options: { limit: number }): Promise<LogEntry[]>
  /**
   * The log entries after a position, oldest first, some at a time; without a position from the oldest one on. Nothing for an
   * instance that does not exist.
   */
  logsAfter(id: string, position: string | undefined): Promise<LogPart>
  /**
   * Calls `written` when an instance has written to its log. Returns the function that ends this; undefined where the system
   * does not tell, so that the log must be read again and again.
   */
  watchLog(id: string, written: () => void): (() => void) | undefined
  /** Calls the listener for every change of state. Returns the function that unsubscribes. */
  subscribe(listener: (event: InstanceEvent) => void): () => void
  /** Stops every instance gracefully, in parallel. The engine refuses all work afterwards. */
  close(): Promise<void>
}

export type { AccessRules } from './cluster/access-rules.ts'

export type InstanceState = 'stopped' | 'starting' | 'running' | 'stopping' | 'failed'

/** A server's address, or the folder of its socket, and its superuser. */
export interface SuperuserLogin {
  host: string
  port: number
  user: string
  password: string
}

export interface CopyOptions {
  source: { id: string; superuserPassword: string }
  /** Of the copy. */
  superuserPassword: string
  /**
   * SQL that the superuser runs in the copy's database `postgres`, while nobody else can connect: in one transaction, or in one
   * each when it is alone. Without event triggers; it names schemas. A failure is that of the copy. The statements may be worked
   * out while the data is copied.
   */
  statements?: readonly string[] | Promise<readonly string[]>
  /** Who may connect to it once it is complete; everyone unless stated. May be found out while the data is copied. */
  access?: AccessRules | Promise<AccessRules>
  /**
   * Called when its own server runs while only its superuser may connect, with that login: sessions that are opened then are
   * there when it is complete. They end with the copy if it fails. Not called for a copy that is stopped when it is complete.
   */
  onServed?: (login: SuperuserLogin) => void
  /** Whether nothing else may run meanwhile, not even autovacuum, which takes longer. */
  isAlone?: boolean
  replaces?: boolean
  /** It is removed soon, and need not survive a power failure. */
  isTemporary?: boolean
  /**
   * Whether it runs in case that somebody wants it: until `claim`, nobody is told of it, and the next engine removes it. Such a
   * copy has no subscriptions: that of a database which has some fails as `not_ready`.
   */
  isSpare?: boolean
  signal?: AbortSignal
  /** Called for each file. */
  onProgress?: (progress: { copiedBytes: number; totalBytes: number }) => void
}

/** `none` when the last one was thrown away a short while ago, and the engine does not make another yet. */
export type PreparedCopyState = 'none' | 'copying' | 'copied'

export interface AdoptOptions extends Pick<CopyOptions, 'superuserPassword' | 'statements'> {
  /** With the password of its superuser, which is that of its primary. */
  replica: { id: string; superuserPassword: string }
}

export interface ReplicateOptions extends Pick<CopyOptions, 'source' | 'signal' | 'onProgress'> {
  onStep?: (step: ReplicationStep) => void
}

/** A file or an empty folder of a data directory, by its path in there. */
export type DataEntry =
  | { kind: 'folder'; path: string }
  | {
      kind: 'file'
      path: string
      bytes: AsyncIterable<Uint8Array>
      /** Writes the file to a path where none is, if that is faster than its bytes. */
      writeTo?: (path: string, signal: AbortSignal) => Promise<{ bytes: number }>
    }

/**
 * A running cluster in a backup. First all of `files` are read, then `end` is called, and at last the files of the log are read,
 * from `startLsn` to where the backup ended. Paths are those in the data directory.
 */
export interface BegunBackup extends AsyncDisposable {
  systemId: string
  /** Recovery begins here, at `16/B374D848` for example. */
  startLsn: string
  /** Folders before what is in them. */
  folders: readonly string[]
  files: readonly string[]
  /**
   * The data directory, and the user that it belongs to, who may change what is in it: what is opened there may be a link, and
   * only that user's files are the cluster's.
   */
  data: string
  uid: number
  /** Aborted once the backup cannot be completed: the server has stopped, for example. */
  broken: AbortSignal
  /** Ends the backup. What has to be in it besides the files is returned, and which of them must not be. */
  end(): Promise<{
    endLsn: string
    timeline: number
    contents: { path: string; bytes: Buffer }[]
    unlogged: ReadonlySet<string>
  }>
  /** After the log has been read. @throws EngineError not_ready when the server may have overwritten some of it before */
  confirmLog(): Promise<void>
}

/**
 * Where recovery ends: where the log of the backup itself does, where the given log does, at the last commit until a time
 * in ISO 8601, or before the record at a position of the log, such as `0/3000060`.
 */
export type RecoveryTarget = 'backup' | 'log' | { time: string } | { beforeLsn: string }

export interface RestoreOptions {
  /** Everything that the data directory contains, folders before what is in them. A later file replaces an earlier one. */
  files: AsyncIterable<DataEntry>
  until: RecoveryTarget
  superuserPassword: string
  /** SQL, one line each, that the superuser runs in the database `postgres` before anyone can connect. */
  statements?: readonly string[]
  /** It is removed soon, and need not survive a power failure. */
  isTemporary?: boolean
  /** Nobody waits for it: its recovery and its server take less of the processor than others. */
  givesWay?: boolean
  /** Their size, if it is known: without the space for them, nothing is begun. */
  totalBytes?: number
  /** The port that it has if that is in the engine's range and free. */
  port?: number | undefined
  signal?: AbortSignal
  onProgress?: (progress: { copiedBytes: number }) => void
}

/** What is done: the primary keeps its log for the replica, the copy has begun, all of it is copied. */
export type ReplicationStep = 'launched' | 'initiated' | 'copied'

/** Which transactions source and copy have in common, as 64-bit transaction ids. */
export interface CopyFacts {
  /** Transactions with lower ids had ended when the copy did, so they ended alike in both. */
  oldestRunningXid: string
  /** Transactions from this id on are not common: the copy has none of the source's. */
  nextXid: string
  /** The position in the source's log whose state the copy has. */
  stopLsn: string
}

export interface Endpoint {
  host: string
  port: number
  /**
   * A directory, which drivers accept instead of a host: the platform's own connection, which the access rules of the
   * network do not affect. Absent when the server has no socket.
   */
  socket?: string
  /**
   * A directory that only the server and the platform may enter, and only the platform may write to. Connections of the
   * server to PostgreSQL servers that name no host go to the socket `.s.PGSQL.5432` in there.
   */
  outgoing?: string
  /** Roles that the platform can log in as over that socket without a password. */
  passwordlessRoles?: readonly string[]
}

/** The part of an endpoint that does not depend on the server running. */
export interface NetworkAddress {
  host: string
  port: number
  /** All addresses that it listens on. */
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
  /** Why it changed, as a sentence. */
  reason: string
}

export interface InstanceFacts {
  state: InstanceState
  /** Present while running. */
  endpoint?: Endpoint
  /** PostgreSQL's, for example `18.4`. */
  version: string
  startedAt?: Date
  diskBytes: number
  /** The instance that it follows, if it is a replica. */
  primary?: string
  /** Whether its data is never served again. */
  isFenced: boolean
  /** Why the instance failed, as a message for users. */
  failure?: string
}

export interface DiskSpace {
  totalBytes: number
  /** Space available to the server; a file system reserves some for its administrator. */
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
  /** The kind of process that logged it, such as `client backend` or `checkpointer`. */
  backend?: string
  /** The `application_name` of the session. */
  application?: string
  session?: string
}

/** A part of a log. */
export interface LogPart {
  entries: LogEntry[]
  /** Lines that were too long to be read; the rest of one may be counted again with the next part. */
  leftOut: number
  /** Where the next part begins; undefined while there is no log. */
  position: string | undefined
  /** Whether there may be more right now. */
  isMore: boolean
}

export interface InstanceEvent {
  id: string
  state: InstanceState
  /** Why the instance failed, as a message for users. */
  failure?: string
  /** True when the engine is going to restart the failed instance. */
  willRestart?: boolean
  /** Present when the instance runs on another port than before. */
  moved?: PortMove
}

export type EngineErrorCode =
  | 'no_such_instance'
  | 'already_exists'
  | 'not_ready'
  | 'fenced'
  | 'incomplete'
  | 'disk_full'
  | 'no_free_port'
  | 'data_dir_unwritable'
  | 'corrupt'
  | 'binary_unusable'

/** The only error that an engine throws on purpose. Its message says what to do. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineError'
    this.code = code
  }
}

/** For `.catch`: undefined for an instance that does not exist; throws everything else on. */
export function ignoreMissingInstance(error: unknown): undefined {
  if (!(error instanceof EngineError && error.code === 'no_such_instance')) throw error
}
