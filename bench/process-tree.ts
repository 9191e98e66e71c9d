import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly parent: number
  readonly microseconds: number
}

/** The CPU time of a process and its descendants since each started, in microseconds with a precision of 1/100 s. Linux only. */
export function cpuOfTree(pid: number): number {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? processOf(name) : undefined
    if (found) processes.set(Number(name), found)
  }
  const isInTree = (one: number): boolean => {
    const parent = processes.get(one)?.parent
    return one === pid || (parent !== undefined && isInTree(parent))
  }
  return [...processes].reduce((sum, [one, { microseconds }]) => sum + (isInTree(one) ? microseconds : 0), 0)
}

/** Undefined for a process that has ended meanwhile. */
function processOf(name: string): Process | undefined {
  try {
    // The process name, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
    return { parent: parent!, microseconds: (user! + system!) * 10_000 }
  } catch {
    return undefined
  }
}
