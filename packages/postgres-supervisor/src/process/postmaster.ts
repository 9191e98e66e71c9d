import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '../account/account.ts'
import { isolatedEnvironment } from './environment.ts'
import { isPostmasterOf } from './postmaster-pid.ts'
import { signal } from './process-table.ts'

/** The main process of one server, whether we started it or a former run of the platform did. */
export interface Postmaster {
  readonly pid: number
  readonly isAlive: boolean
  /** Resolves, never rejects, with words on how the process ended. */
  readonly exited: Promise<string>
  signal(name: NodeJS.Signals): void
}

export interface SpawnOptions {
  file: string
  args: string[]
  as?: Account | undefined
  /** Where what the server prints before its own log is open goes. A pipe would break when we die. */
  outputFile: string
}

/** Starts the server in a session of its own, so that Ctrl-C in our terminal reaches only us. */
export async function spawnPostmaster(options: SpawnOptions): Promise<Postmaster> {
  const output = await open(options.outputFile, 'w', 0o600)
  try {
    const child = spawn(options.file, options.args, {
      cwd: '/',
      env: isolatedEnvironment(),
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

/** Watches a server that is not our child. The system tells only its parent of its end, so we have to look. */
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
