import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getHealth } from '@basalt/contract/installation/installation.endpoints.ts'
import { call } from '../scripts/api-client.ts'
import { poll } from '../scripts/poll.ts'
import { inRepository } from '../scripts/repository.ts'

const START_LIMIT_MS = 120_000

/** The environment that makes the first account without the set-up link. */
export const withOwner = {
  BASALT_OWNER_EMAIL: 'owner@example.com',
  BASALT_OWNER_PASSWORD: 'correct horse battery',
}

/** An empty data directory, which servers may use one after the other. */
export function newDataDir() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'basalt-e2e-'))
  // As root, databases run as users of their own, who must be able to pass through.
  chmodSync(dataDir, 0o711)
  return dataDir
}

export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true })

/** Starts the real server, on a free port unless one is given, and waits until it answers. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  wanted: number | undefined = undefined,
) {
  const port = wanted ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [inRepository('apps', 'server', 'src', 'main.ts')], {
    // The channel tells the server that the tests are gone, even when they were killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...withoutSettings(process.env),
      BASALT_PORT: String(port),
      BASALT_DATA_DIR: dataDir,
      ...environment,
    },
  })
  const output = collect(child)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  try {
    await poll('the server to answer', START_LIMIT_MS, async () => {
      if (child.exitCode !== null)
        throw new Error(`The server ended with code ${child.exitCode}:\n${output()}`)
      return call({ origin }, getHealth, {}).catch(() => undefined)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, port, output, stop }
}

const SET_UP_LINK = /http\S+\/setup#token=\S+/

/** The link that the terminal shows for the first account. */
export const setUpLink = ({ output }: { output: () => string }) =>
  poll('the set-up link', START_LIMIT_MS, async () => SET_UP_LINK.exec(output())?.[0])

/** The settings of whoever runs the tests are not for the server under test. */
const withoutSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('BASALT_')))

function collect(child: ChildProcess) {
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => parts.push(text))
  return () => parts.join('')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}
