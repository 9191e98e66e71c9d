import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Often enough that it hides nothing; each attempt costs the machine little. */
const LOOK_EVERY_MS = 2

/** How the server of an instance was started: linux only, and while it runs. */
export function commandOf(ref: string) {
  for (const file of globSync('/proc/[0-9]*/cmdline')) {
    const args = readIfThere(file).split('\0').filter(Boolean)
    const data = args[args.indexOf('-D') + 1]
    if (data?.includes(`/instances/${ref}/`)) return { program: args[0]!, args: args.slice(1), data }
  }
  throw new Error(`No server of ${ref} runs`)
}

/** Starts the same server without us, and asks it until it answers; milliseconds to its first row, and how to stop it. */
export async function launchByHand(
  { program, args, data }: ReturnType<typeof commandOf>,
  login: pg.ClientConfig,
) {
  const { uid, gid } = statSync(data)
  const from = performance.now()
  // The folder for its sockets is gone when Basalt has stopped.
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
  return { took, stop }
}

/** Starts it, and stops it again. @returns milliseconds to its first row */
export async function startByHand(
  command: ReturnType<typeof commandOf>,
  login: pg.ClientConfig,
): Promise<number> {
  const { took, stop } = await launchByHand(command, login)
  await stop()
  return took
}

/** Logs in and asks once; tries again until somebody answers. @throws Error once nobody ever will */
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
      await sleep(LOOK_EVERY_MS)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It ended while we looked.
    return ''
  }
}
