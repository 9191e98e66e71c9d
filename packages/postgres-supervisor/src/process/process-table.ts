import { readFile } from 'node:fs/promises'
import { readBootId } from '../boot-id.ts'
import { CommandError, run } from './run.ts'

const onLinux = process.platform === 'linux'

/** Whether the process exists, also under another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Sends a signal; does nothing when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Whether a process was stopped by SIGSTOP or a debugger: then it only reacts to SIGKILL and SIGCONT. False when the
 * process is gone.
 */
export async function isFrozen(pid: number): Promise<boolean> {
  if (!onLinux) return (await psField(pid, 'state')).startsWith('T')
  const stat = await readQuietly(`/proc/${pid}/stat`)
  return /^[Tt]$/.test(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0] ?? '')
}

/** The arguments of a process; empty when it is gone or a zombie. */
export async function commandLine(pid: number): Promise<string> {
  if (onLinux) return (await readQuietly(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ').trim()
  const command = await psField(pid, 'command')
  return command.includes('<defunct>') ? '' : command
}

/**
 * The start time and boot of a process, which tell it from a later one with the same id. Undefined when it is gone or a
 * zombie.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (!onLinux) return (await psField(pid, 'lstart')) || undefined
  const stat = await readQuietly(`/proc/${pid}/stat`)
  // The second field is the program's name in parentheses, and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startedTicks] = [fields[0], fields[19]]
  if (!stat || state === 'Z') return undefined
  return `${startedTicks} ${(await readBootId()) ?? ''}`
}

const psField = async (pid: number, field: string) =>
  (await run('ps', ['-o', `${field}=`, '-p', String(pid)]).catch(ifCommandFailed(''))).trim()

const readQuietly = (path: string) => readFile(path, 'utf8').catch(() => '')

function ifCommandFailed<T>(fallback: T) {
  return (error: unknown): T => {
    if (error instanceof CommandError) return fallback
    throw error
  }
}
