import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  /** The user it runs as. */
  uid: number
  /** Its arguments, separated by spaces; empty for a zombie. */
  args: string
}

/** The processes of this machine. A minimal Linux has no `ps`, but always /proc. */
export function runningProcesses(): RunningProcess[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => processOf(pid) ?? [])
  return execFileSync('ps', ['-eo', 'pid=,uid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, uid, args = ''] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? []
      return pid === undefined ? [] : { pid: Number(pid), uid: Number(uid), args }
    })
}

function processOf(pid: string): RunningProcess | undefined {
  try {
    const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { pid: Number(pid), uid: Number(uid), args }
  } catch {
    // It ended while it was read.
    return undefined
  }
}
