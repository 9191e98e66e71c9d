import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { commandLine, isAlive } from './process-table.ts'

/** The state of a running server, from its lock file `postmaster.pid`. */
export interface PostmasterPid {
  pid: number
  startedAt: Date
  port: number
  /** `starting`, `stopping`, `ready` or `standby`; empty in the first moments. */
  status: string
}

/** The lines of the lock file, as `src/include/utils/pidfile.h` of PostgreSQL numbers them, from 1. */
const LINE = { pid: 1, startTime: 3, port: 4, status: 8 }

/** Reads the lock file of a cluster; undefined when it is missing or incomplete. */
export async function readPostmasterPid(dataDirectory: string): Promise<PostmasterPid | undefined> {
  return parsed(await readLockFile(dataDirectory))
}

/**
 * Reads the lock file without a thread, for a caller that reads it every few milliseconds; undefined when it is missing or
 * incomplete.
 */
export function readPostmasterPidNow(dataDirectory: string): PostmasterPid | undefined {
  try {
    const file = openSync(lockFile(dataDirectory), LOCK_FILE_FLAGS)
    try {
      return parsed(readFileSync(file, 'utf8'))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

function parsed(text: string): PostmasterPid | undefined {
  const lines = text.split('\n')
  const line = (number: number) => lines[number - 1]?.trim() ?? ''
  const pid = Number(line(LINE.pid))
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return {
    pid,
    startedAt: new Date(Number(line(LINE.startTime)) * 1000),
    port: Number(line(LINE.port)),
    status: line(LINE.status),
  }
}

/**
 * Whether the process is this cluster's server. Its id alone proves nothing: after a crash or a reboot, the process id
 * in the lock file may belong to any program.
 */
export async function isPostmasterOf(dataDirectory: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  return `${await commandLine(pid)} `.includes(` -D ${dataDirectory} `)
}

const lockFile = (dataDirectory: string) => join(dataDirectory, 'postmaster.pid')

/** The cluster's account owns this directory: a link planted in it must not redirect the read. */
const LOCK_FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW

async function readLockFile(dataDirectory: string): Promise<string> {
  try {
    const file = await open(lockFile(dataDirectory), LOCK_FILE_FLAGS)
    try {
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}
