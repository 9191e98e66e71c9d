import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '../account/account.ts'
import { isolatedEnvironment } from './environment.ts'
import { isPostmasterOf } from './postmaster-pid.ts'
import { signal } from './process-table.ts'

/** The main process of a server, whether this or a previous run of the platform started it. */
export interface Postmaster {
  readonly pid: number
  readonly isAlive: boolean
  /** Resolves, never rejects, to how the process ended, as the predicate of a sentence. */
  readonly exited: Promise<string>
  signal(name: NodeJS.Signals): void
}

export interface SpawnOptions {
  file: string
  args: string[]
  as?: Account | undefined
  /** Added to its environment. */
  variables?: Readonly<Record<string, string>>
  /** Receives what the server prints before its own log is open. A pipe would break when this process dies. */
  outputFile: string
}

/** Starts the server in its own session, so that Ctrl-C in the terminal does not reach it. */
export async function spawnPostmaster(options: SpawnOptions): Promise<Postmaster> {
  const output = await open(options.outputFile, 'w', 0o600)
  try {
    const child = spawn(options.file, options.args, {
      cwd: '/',
      env: { ...isolatedEnvironment(), ...options.variables },
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      ...(options.as && { uid: options.as.uid, gid: options.as.gid }),
    })
    await once(child, 'spawn')
    child.unref()
    let isAlive = true
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code, signalName) => {
        isAlive = false
        resolve(signalName ? `was ended by ${signalName}` : `exited with code ${code}`)
      })
    })
    return {
      pid: child.pid!,
      exited,
      get isAlive() {
        return isAlive
      },
      signal: (name) => void child.kill(name),
    }
  } finally {
    await output.close()
  }
}

/** Watches a server that is not a child process, by polling: the system reports a process's end only to its parent. */
export function adoptPostmaster(dataDirectory: string, pid: number, pollMs: number): Postmaster {
  let isAlive = true
  const watch = async () => {
    while (await isPostmasterOf(dataDirectory, pid)) await sleep(pollMs, undefined, { ref: false })
    isAlive = false
    return 'ended'
  }
  return {
    pid,
    exited: watch(),
    get isAlive() {
      return isAlive
    },
    signal: (name) => signal(pid, name),
  }
}
