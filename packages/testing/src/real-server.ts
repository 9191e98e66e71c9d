import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getHealth, getLiveness } from '@basalt/contract/installation/installation.endpoints.ts'
import { freePort } from './free-port.ts'
import { waitFor } from './wait-for.ts'

const repository = path.resolve(import.meta.dirname, '../../..')
/** Builds the server if a source has changed, and becomes it. */
const SERVE = [path.join(repository, 'scripts/tasks.ts'), 'serve']
/** The flags and the environment that `npm start` also passes to the process. */
const launch: { nodeFlags: string[]; environment: Record<string, string>; compileCache: string } = JSON.parse(
  readFileSync(path.join(repository, 'apps/server/launch.json'), 'utf8'),
)
const START_LIMIT_MS = 120_000
const POLL_MS = 10

/** The server in its own process, as `npm start` runs it. */
export type RealServer = Awaited<ReturnType<typeof startServer>>

/** An empty data directory, which several servers may use one after another. */
export function newDataDir() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'basalt-server-'))
  // As root, databases run as other users, which must be able to traverse it.
  chmodSync(dataDir, 0o711)
  return dataDir
}

/** Removes a data directory, even while processes of a killed server are still writing to it. */
export const removeDataDir = (dataDir: string) =>
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })

/**
 * Starts the server, on a free port unless one is given, and waits until it responds.
 * @throws Error with its output when it exits instead
 */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  requestedPort: number | undefined = undefined,
) {
  const port = requestedPort ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...launch.nodeFlags, ...SERVE], {
    // The channel tells the server when its parent exits, even by a signal.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...launch.environment,
      ...withoutSettings(process.env),
      NODE_COMPILE_CACHE: path.join(repository, launch.compileCache),
      BASALT_PORT: String(port),
      BASALT_DATA_DIR: dataDir,
      ...environment,
    },
  })
  const output = collect(child)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (hasEnded()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const waitUntilOk = (path: string) =>
    waitFor(async () => hasEnded() || ((await fetch(new URL(path, origin))).ok && !hasEnded()), {
      timeoutMs: START_LIMIT_MS,
      everyMs: POLL_MS,
    })
  let liveMs: number
  try {
    await waitUntilOk(getLiveness.path)
    liveMs = performance.now() - startedAt
    await waitUntilOk(getHealth.path)
  } catch (error) {
    await stop()
    throw error
  }
  if (hasEnded()) throw new Error(`The server ended (${child.exitCode ?? child.signalCode}):\n${output()}`)
  return {
    origin,
    port,
    pid: child.pid!,
    startMs: performance.now() - startedAt,
    liveMs,
    output,
    stop,
    hasEnded,
  }
}

/** Settings of the test run must not reach the server under test. */
const withoutSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('BASALT_')))

function collect(child: ChildProcess) {
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => parts.push(text))
  return () => parts.join('')
}
