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
import { KEPT_LOG_FILES } from '../cluster/cluster-settings.rules.ts'
import { type Settings, type TlsFiles, writeConfiguration } from '../cluster/configuration.ts'
import { type Endpoint, EngineError, type PortMove } from '../engine.ts'
import { lastWords } from '../logs/last-words.ts'
import { pruneLog } from '../logs/log-files.ts'
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
  /** Present when it listens at another port than the last time. */
  moved?: PortMove
}

/** Everything it takes to bring one cluster up. */
export interface Launch {
  binary: PostgresBinary
  files: ClusterFiles
  /** The account for a server that is about to start; ours when undefined. No process of the cluster may be left. */
  account: () => Promise<Account | undefined>
  settings: Settings
  timings: Timings
  rules: AccessRules
  addresses: ListenAddresses
  peers: Peers
  tls?: TlsFiles
  /** The port to listen on. Asked again when somebody else got it first. */
  choosePort: () => Promise<number>
  step: (step: EngineStep) => void
}

/** How often a port may be snatched between our look at it and the server's. */
const PORT_ATTEMPTS = 5

/**
 * Brings a cluster up, or takes over its server when one is still running from a former life of ours.
 * @throws EngineError not_ready, corrupt, disk_full, no_free_port
 */
export async function bringUp(launch: Launch, signal: AbortSignal): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const since = new Date()
    const postmaster = (await findSurvivor(launch)) ?? (await launchServer(launch))
    const running = await settle(launch, postmaster, { since, signal })
    if (running) return running
    // Either the survivor was on its way out, or our server lost to one we could not see yet, or lost its port.
    if (attempt >= PORT_ATTEMPTS) {
      throw new EngineError('not_ready', 'PostgreSQL keeps losing its port to other programs. Try again.')
    }
  }
}

/** True while a server of this cluster is running, even one that another process started. */
export async function isServed(dataDirectory: string): Promise<boolean> {
  const lock = await readPostmasterPid(dataDirectory)
  return lock !== undefined && (await isPostmasterOf(dataDirectory, lock.pid))
}

/** The cluster's server, started by a former process of ours that did not live to stop it. */
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
  await clearRemains(files)
  const account = await launch.account()
  await pruneLog(files.logs, KEPT_LOG_FILES)
  const port = await launch.choosePort()
  const reach = { port, rules, addresses, peers: launch.peers, ...(tls && { tls }) }
  await writeConfiguration(files, { reach, settings: launch.settings, owner: account })
  launch.step('start:configured')
  const postmaster = await spawnPostmaster({
    file: binary.postgres,
    args: ['-D', files.data, `--config-file=${files.configuration}`],
    as: account,
    outputFile: files.output,
  })
  launch.step('start:spawned')
  return postmaster
}

/** @returns undefined when the server ended in a way that another attempt may mend */
async function settle(
  launch: Launch,
  postmaster: Postmaster,
  { since, signal }: { since: Date; signal: AbortSignal },
): Promise<Running | undefined> {
  const { files, timings } = launch
  const readiness = await waitUntilReady(postmaster, {
    dataDirectory: files.data,
    answersAt: (port) => platformsWayIn(launch, port),
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

/** Over its socket. A server started by an older version may have none, and accepts this machine over the network. */
const platformsWayIn = (launch: Launch, port: number) =>
  existsSync(socketOf(launch, port)) ? { path: socketOf(launch, port) } : { host: LOOPBACK.ipv4, port }

const endpointOf = (launch: Launch, port: number): Endpoint => ({
  host: hostOf(launch.rules),
  port,
  ...(existsSync(socketOf(launch, port)) && {
    socket: launch.files.sockets,
    passwordlessRoles: launch.peers.roles,
  }),
})

async function afterExit(launch: Launch, ending: string, since: Date): Promise<undefined> {
  if (await isServed(launch.files.data)) return
  await endOrphanBackends(launch.files.data)
  const words = await lastWords(launch.files, since)
  if (words && meansPortTaken(words)) return
  throw startFailure(ending, words)
}

function unready(readiness: Exclude<Readiness, { ready: unknown } | { exited: string }>, timings: Timings) {
  if ('aborted' in readiness) return new EngineError('not_ready', 'The start was interrupted by a stop.')
  const seconds = Math.round(timings.startMs / 1000)
  return new EngineError('not_ready', `PostgreSQL did not accept connections within ${seconds} seconds.`)
}

/**
 * Removes the lock files of a server that is gone, those of its sockets too. PostgreSQL would not start while some other
 * program, or a process that nobody has collected, bears the number in one of them, nor when a crash left it empty; no
 * process of the old server is left once we have looked.
 */
async function clearRemains({ data, sockets }: ClusterFiles): Promise<void> {
  const ofSockets = existsSync(sockets) ? await readdir(sockets) : []
  const locks = [
    join(data, 'postmaster.pid'),
    ...ofSockets.filter((name) => SOCKET_LOCK.test(name)).map((name) => join(sockets, name)),
  ].filter((lock) => existsSync(lock))
  if (locks.length === 0) return
  await endOrphanBackends(data)
  for (const lock of locks) await rm(lock, { force: true })
}

const SOCKET_LOCK = /^\.s\.PGSQL\.\d+\.lock$/
