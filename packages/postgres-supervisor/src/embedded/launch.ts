import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../account/account.ts'
import type { PostgresBinary } from '../binary/postgres-binary.ts'
import {
  type AccessRules,
  hostOf,
  type ListenAddresses,
  LOOPBACK,
  type Peers,
} from '../cluster/access-rules.ts'
import type { ClusterFiles } from '../cluster/cluster-files.ts'
import { LOG_FILES_MAX } from '../cluster/cluster-settings.rules.ts'
import { type Settings, type TlsFiles, writeConfiguration } from '../cluster/configuration.ts'
import { type Endpoint, EngineError, type PortMove } from '../engine.ts'
import { lastFatalMessage } from '../logs/fatal-message.ts'
import { pruneLog } from '../logs/log-files.ts'
import { giveWay } from '../process/background.ts'
import { adoptPostmaster, type Postmaster, spawnPostmaster } from '../process/postmaster.ts'
import { isPostmasterOf, readPostmasterPid } from '../process/postmaster-pid.ts'
import { type Readiness, waitUntilReady } from '../process/readiness.ts'
import { endOrphanBackends, stopPostmaster } from '../process/termination.ts'
import type { EngineStep } from './embedded-options.ts'
import { meansPortTaken, startFailure } from './start-failure.ts'
import type { Timings } from './timings.rules.ts'

/** A server that accepts connections. */
export interface Running {
  postmaster: Postmaster
  endpoint: Endpoint
  startedAt: Date
  /** Present when it listens on another port than before. */
  moved?: PortMove
}

/** The parameters to start a cluster's server. */
export interface Launch {
  binary: PostgresBinary
  files: ClusterFiles
  /** The account for a server that is about to start; undefined for this program's. No process of the cluster may be left. */
  account: () => Promise<Account | undefined>
  settings: Settings
  timings: Timings
  rules: AccessRules
  addresses: ListenAddresses
  peers: Peers
  /** The roles of the replicas that follow it. */
  replicas: readonly string[]
  /** The only role that may connect, over the socket; those whom the rules admit when absent. */
  onlyRole?: string | undefined
  tls?: TlsFiles
  /** Whether it takes less of the processor than others. */
  givesWay: boolean
  /** The port to listen on. Called again when another program got it first. */
  choosePort: () => Promise<number>
  /** Called before a server is started, once its folders are there. */
  onConfigured: () => Promise<void>
  step: (step: EngineStep) => void
}

/** How many times the port may be lost between our check and the server's start. */
const PORT_ATTEMPTS = 5

/**
 * Starts a cluster's server, or takes over one that a previous process left running.
 * @throws EngineError not_ready, corrupt, disk_full, no_free_port
 */
export async function bringUp(launch: Launch, signal: AbortSignal): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const since = new Date()
    const postmaster = (await findSurvivor(launch)) ?? (await launchServer(launch))
    const running = await awaitReady(launch, postmaster, { since, signal })
    if (running) return running
    // The survivor was stopping, or our server lost to one that was not visible yet, or it lost its port.
    if (attempt >= PORT_ATTEMPTS) {
      throw new EngineError('not_ready', 'PostgreSQL keeps losing its port to other programs. Try again.')
    }
  }
}

/** Whether a server of this cluster is running, even one that another process started. */
export async function isServed(dataDirectory: string): Promise<boolean> {
  const lock = await readPostmasterPid(dataDirectory)
  return lock !== undefined && (await isPostmasterOf(dataDirectory, lock.pid))
}

/** The cluster's running server that a previous process started and did not stop. */
export async function findSurvivor(
  launch: Pick<Launch, 'files' | 'timings'>,
): Promise<Postmaster | undefined> {
  const { data } = launch.files
  const lock = await readPostmasterPid(data)
  if (!lock || !(await isPostmasterOf(data, lock.pid))) return undefined
  return adoptPostmaster(data, lock.pid, launch.timings.adoptedPollMs)
}

async function launchServer(launch: Launch): Promise<Postmaster> {
  const { files, binary, rules, addresses, tls } = launch
  await removeStaleLocks(files)
  const account = await launch.account()
  await pruneLog(files.logs, LOG_FILES_MAX)
  const port = await launch.choosePort()
  const network = {
    port,
    rules,
    addresses,
    peers: launch.peers,
    replicas: launch.replicas,
    onlyRole: launch.onlyRole,
    ...(tls && { tls }),
  }
  await writeConfiguration(files, { network, settings: launch.settings, owner: account })
  await launch.onConfigured()
  launch.step('start:configured')
  const postmaster = await spawnPostmaster({
    file: binary.postgres,
    args: ['-D', files.data, `--config-file=${files.configuration}`],
    as: account,
    // libpq's default, for foreign servers that name no host: neither the data nor its copies contain a path.
    variables: { PGHOST: files.outgoing },
    outputFile: files.output,
  })
  if (launch.givesWay) giveWay(postmaster.pid)
  launch.step('start:spawned')
  return postmaster
}

/** Returns undefined when the server ended in a way that another attempt may fix. */
async function awaitReady(
  launch: Launch,
  postmaster: Postmaster,
  { since, signal }: { since: Date; signal: AbortSignal },
): Promise<Running | undefined> {
  const { files, timings } = launch
  const readiness = await waitUntilReady(postmaster, {
    dataDirectory: files.data,
    addressOf: (port) => platformAddress(launch, port),
    timeoutMs: timings.startMs,
    signal,
  })
  if ('ready' in readiness) {
    const { port, startedAt } = readiness.ready
    launch.step('start:ready')
    return { postmaster, endpoint: endpointOf(launch, port), startedAt }
  }
  if ('exited' in readiness) return afterExit(launch, readiness.exited, since)
  await stopPostmaster(postmaster, files.data, timings)
  throw unready(readiness, timings)
}

const socketOf = ({ files }: Launch, port: number) => join(files.sockets, `.s.PGSQL.${port}`)

/** The platform's address: the socket. A server started by an older version may have none, and accepts loopback. */
const platformAddress = (launch: Launch, port: number) =>
  existsSync(socketOf(launch, port)) ? { path: socketOf(launch, port) } : { host: LOOPBACK.ipv4, port }

const endpointOf = (launch: Launch, port: number): Endpoint => ({
  host: hostOf(launch.rules),
  port,
  ...(existsSync(socketOf(launch, port)) && {
    socket: launch.files.sockets,
    passwordlessRoles: launch.peers.roles,
  }),
  ...(existsSync(launch.files.outgoing) && { outgoing: launch.files.outgoing }),
})

async function afterExit(launch: Launch, ending: string, since: Date): Promise<undefined> {
  if (await isServed(launch.files.data)) return
  await endOrphanBackends(launch.files.data)
  const reason = await lastFatalMessage(launch.files, since)
  if (reason && meansPortTaken(reason)) return
  throw startFailure(ending, reason)
}

function unready(readiness: Exclude<Readiness, { ready: unknown } | { exited: string }>, timings: Timings) {
  if ('aborted' in readiness) return new EngineError('not_ready', 'The start was interrupted by a stop.')
  const seconds = Math.round(timings.startMs / 1000)
  return new EngineError('not_ready', `PostgreSQL did not accept connections within ${seconds} seconds.`)
}

/**
 * Removes the lock files of a server that is gone, also those of its sockets. PostgreSQL refuses to start while another
 * program or a zombie has the process id in one of them, or when a crash left it empty. After `endOrphanBackends` no
 * process of the old server is left.
 */
async function removeStaleLocks({ data, sockets }: ClusterFiles): Promise<void> {
  const socketFiles = existsSync(sockets) ? await readdir(sockets) : []
  const locks = [
    join(data, 'postmaster.pid'),
    ...socketFiles.filter((name) => SOCKET_LOCK.test(name)).map((name) => join(sockets, name)),
  ].filter((lock) => existsSync(lock))
  if (locks.length === 0) return
  await endOrphanBackends(data)
  for (const lock of locks) await rm(lock, { force: true })
}

const SOCKET_LOCK = /^\.s\.PGSQL\.\d+\.lock$/
