import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Frequent enough to add no delay; each attempt is cheap. */
const POLL_MS = 2

/** The command line of a running instance's server. Linux only. */
export function commandOf(ref: string) {
  for (const file of globSync('/proc/[0-9]*/cmdline')) {
    const args = readIfExists(file).split('\0').filter(Boolean)
    const data = args[args.indexOf('-D') + 1]
    if (data?.includes(`/instances/${ref}/`)) return { program: args[0]!, args: args.slice(1), data }
  }
  throw new Error(`No server of ${ref} runs`)
}

/** Starts the same server without Basalt; returns the milliseconds to its first row, its process, and a function that stops it. */
export async function launchByHand(
  { program, args, data }: ReturnType<typeof commandOf>,
  login: pg.ClientConfig,
) {
  const { uid, gid } = statSync(data)
  const from = performance.now()
  // The folder for its sockets is removed when Basalt stops.
  const own = ['-p', String(login.port), '-c', 'unix_socket_directories=']
  const server = spawn(program, [...args, ...own], {
    cwd: '/',
    uid,
    gid,
    stdio: 'ignore',
  })
  await firstRow(login, () => server.exitCode !== null || server.signalCode !== null)
  const took = performance.now() - from
  const stop = async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  return { took, stop, pid: server.pid! }
}

/** Starts and stops the server. @returns milliseconds to its first row */
export async function startByHand(
  command: ReturnType<typeof commandOf>,
  login: pg.ClientConfig,
): Promise<number> {
  const { took, stop } = await launchByHand(command, login)
  await stop()
  return took
}

/** Logs in and runs a query, repeatedly until it succeeds. @throws Error when the server has exited */
export async function firstRow(login: pg.ClientConfig, hasEnded = () => false): Promise<void> {
  for (;;) {
    const client = new pg.Client(login)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (hasEnded()) throw error
      await sleep(POLL_MS)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

function readIfExists(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process ended meanwhile.
    return ''
  }
}
