import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The unit of times in `/proc/<pid>/stat`. */
const MICROSECONDS_PER_TICK = 10_000

interface Process {
  readonly parent: number
  /** Its CPU time in microseconds. */
  readonly own: number
  /** That of children that have ended: each session of PostgreSQL is one. */
  readonly ended: number
}

/** The CPU time of a process since its start, in microseconds. Linux only. */
export const cpuOfProcess = (pid: number): number => processOf(String(pid))?.own ?? 0

/** The CPU time of the descendants of a process, also of those that have ended, in microseconds. Linux only. */
export const cpuOfDescendants = (pid: number): number =>
  treeOf(pid).reduce((sum, [one, { own, ended }]) => sum + ended + (one === pid ? 0 : own), 0)

/** The CPU time of a process and its descendants, also of those that have ended, in microseconds. Linux only. */
export const cpuOfTree = (pid: number): number => cpuOfProcess(pid) + cpuOfDescendants(pid)

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
    const [user, system, userOfEnded, systemOfEnded] = fields
      .slice(11, 15)
      .map((ticks) => Number(ticks) * MICROSECONDS_PER_TICK) as [number, number, number, number]
    return {
      parent: Number(fields[1]),
      // The threads are exact, but those that have ended are missing.
      own: Math.max(cpuOfThreads(name), user + system),
      ended: userOfEnded + systemOfEnded,
    }
  } catch {
    return undefined
  }
}

/** In microseconds, to the nanosecond; 0 on a kernel without statistics of its scheduler. */
function cpuOfThreads(pid: string): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, thread) => {
    const file = `${tasks}/${thread}/schedstat`
    return sum + (existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000 : 0)
  }, 0)
}
