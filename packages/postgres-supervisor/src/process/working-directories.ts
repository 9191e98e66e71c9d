import { readdir, readlink } from 'node:fs/promises'
import { commandLine } from './process-table.ts'
import { CommandError, run } from './run.ts'

type PidsByDirectory = Map<string, number[]>

/** A process of a cluster. `title` is what it calls itself, such as `postgres: checkpointer`. */
export interface ClusterProcess {
  pid: number
  title: string
}

/** The postgres processes whose working directory this is, as it is for every process of a cluster. */
export async function postgresProcessesIn(directory: string): Promise<number[]> {
  return (await titledProcessesIn(directory)).map(({ pid }) => pid)
}

/** The same processes with their titles. */
export async function titledProcessesIn(directory: string): Promise<ClusterProcess[]> {
  const candidates = (await nextScan()).get(directory) ?? []
  const found = await Promise.all(candidates.map(async (pid) => ({ pid, title: await commandLine(pid) })))
  return found.filter(({ title }) => /\bpostgres/.test(title))
}

let latest: Promise<unknown> = Promise.resolve()
let upcoming: Promise<PidsByDirectory> | undefined

/** Callers that arrive during a scan share the next one: stopping a thousand servers takes a few scans. */
function nextScan(): Promise<PidsByDirectory> {
  if (upcoming) return upcoming
  const scan = latest.then(() => {
    upcoming = undefined
    return process.platform === 'linux' ? scanProc() : scanLsof()
  })
  upcoming = scan
  latest = scan.catch(() => {})
  return scan
}

async function scanProc(): Promise<PidsByDirectory> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  // A process that is gone, or that this user may not inspect, has no directory.
  const directories = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return grouped(pids.map((pid, index) => [directories[index] ?? '', pid]))
}

async function scanLsof(): Promise<PidsByDirectory> {
  const listing = await run('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-Fpn']).catch((error) => {
    // It fails when it finds nothing.
    if (error instanceof CommandError) return error.output
    throw error
  })
  const entries = listing.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)
  return grouped([...entries].map(([, pid, directory]) => [directory ?? '', Number(pid)]))
}

function grouped(entries: [directory: string, pid: number][]): PidsByDirectory {
  const groups: PidsByDirectory = new Map()
  for (const [directory, pid] of entries) groups.set(directory, [...(groups.get(directory) ?? []), pid])
  return groups
}
