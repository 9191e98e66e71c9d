import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly parent: number
  readonly microseconds: number
}

/**
 * The CPU time of a process and its descendants, also of those that have ended, in microseconds with a precision of 1/100 s.
 * Linux only.
 */
export const cpuOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, [, { microseconds }]) => sum + microseconds, 0)

/** The memory of a process and its descendants in bytes, each shared page counted once. Linux only. */
export const memoryOfTree = (pid: number): number => treeOf(pid).reduce((sum, [one]) => sum + shareOf(one), 0)

function treeOf(pid: number): [number, Process][] {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? processOf(name) : undefined
    if (found) processes.set(Number(name), found)
  }
  const isInTree = (one: number): boolean => {
    const parent = processes.get(one)?.parent
    return one === pid || (parent !== undefined && isInTree(parent))
  }
  return [...processes].filter(([one]) => isInTree(one))
}

/** Its proportional set size; 0 for a process that has ended meanwhile. */
function shareOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024
  } catch {
    return 0
  }
}

/** Undefined for a process that has ended meanwhile. */
function processOf(name: string): Process | undefined {
  try {
    // The process name, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const parent = Number(fields[1])
    // Its own user and system time, and those of children that have ended: each session of PostgreSQL is one.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent, microseconds: ticks * 10_000 }
  } catch {
    return undefined
  }
}
