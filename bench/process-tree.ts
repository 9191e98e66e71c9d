import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly parent: number
  readonly microseconds: number
}

/** Linux only: what a process and all that it started have computed since each began, to the hundredth of a second. */
export function cpuOfTree(pid: number): number {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? processOf(name) : undefined
    if (found) processes.set(Number(name), found)
  }
  const isOfTree = (one: number): boolean => {
    const parent = processes.get(one)?.parent
    return one === pid || (parent !== undefined && isOfTree(parent))
  }
  return [...processes].reduce((sum, [one, { microseconds }]) => sum + (isOfTree(one) ? microseconds : 0), 0)
}

/** Undefined for one that has ended meanwhile. */
function processOf(name: string): Process | undefined {
  try {
    // Its name, in parentheses, may have spaces.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
    return { parent: parent!, microseconds: (user! + system!) * 10_000 }
  } catch {
    return undefined
  }
}
