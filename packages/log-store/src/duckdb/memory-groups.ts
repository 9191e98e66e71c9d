import { constants } from 'node:fs'
import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A control group of Linux that bounds the memory of one process. */
export interface MemoryGroup {
  /** Moves a process into it. Fails when the process has ended. */
  add(pid: number): Promise<void>
  /** Removes it, once its process has ended. Resolves to whether the system ended that because of its memory. */
  remove(): Promise<boolean>
}

export interface MemoryGroups {
  /** The folder in which the groups are made. */
  readonly parent: string
  /** Makes a group for one process; undefined when the system refuses after all. */
  make(bytes: number): Promise<MemoryGroup | undefined>
}

/** The files of one version of control groups. */
interface Version {
  readonly limit: string
  /** Limits of swap, which a system without it does not have, and what is written to them. */
  readonly swap: Readonly<Record<string, (bytes: number) => number>>
  /** The file that counts what the system has ended. */
  readonly events: string
}

const V1: Version = {
  limit: 'memory.limit_in_bytes',
  swap: { 'memory.memsw.limit_in_bytes': (bytes) => bytes },
  events: 'memory.oom_control',
}
const V2: Version = {
  limit: 'memory.max',
  swap: { 'memory.swap.max': () => 0 },
  events: 'memory.events',
}

const PREFIX = 'basalt-query-'
/** The process id of the server, and a number. */
const NAME = new RegExp(`^${PREFIX}(\\d+)-\\d+$`)
/** What systemd puts beside the subgroup of a service. */
const OF_SYSTEMD = '.control'

/**
 * Control groups for the memory of processes that this one starts; undefined where the system offers none. Version 1 has
 * them below the group of this process. Version 2 allows no group with processes to have others with controllers below
 * it, so they are beside that group, provided that their common parent is there for nothing else: that is what systemd's
 * `Delegate=memory` with `DelegateSubgroup=` makes. Groups that killed servers left behind are removed.
 * @param proc where the system describes this process
 */
export async function openMemoryGroups(proc = '/proc/self'): Promise<MemoryGroups | undefined> {
  const found = (await parentOfV1(proc)) ?? (await parentOfV2(proc))
  if (!found) return undefined
  const { parent, version } = found
  await removeAbandoned(parent)
  let made = 0
  return {
    parent,
    async make(bytes) {
      made += 1
      const directory = path.join(parent, `${PREFIX}${process.pid}-${made}`)
      try {
        await mkdir(directory)
        await writeFile(path.join(directory, version.limit), String(bytes))
      } catch {
        // It may not have been made.
        await rmdir(directory).catch(() => undefined)
        return undefined
      }
      for (const [file, limit] of Object.entries(version.swap))
        await writeFile(path.join(directory, file), String(limit(bytes)), { flag: 'r+' }).catch(
          () => undefined,
        )
      return {
        add: (pid) => writeFile(path.join(directory, 'cgroup.procs'), String(pid)),
        async remove() {
          const events = await textOf(path.join(directory, version.events))
          // A group that cannot be removed now is removed by the next server.
          await rmdir(directory).catch(() => undefined)
          return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0) > 0
        },
      }
    },
  }
}

interface Found {
  parent: string
  version: Version
}

async function parentOfV1(proc: string): Promise<Found | undefined> {
  const parent = await ownGroup(proc, 'cgroup', 'memory')
  return parent !== undefined && (await isWritable(parent)) ? { parent, version: V1 } : undefined
}

async function parentOfV2(proc: string): Promise<Found | undefined> {
  const own = await ownGroup(proc, 'cgroup2', '')
  if (own === undefined) return undefined
  const parent = path.dirname(own)
  const controllers = (await textOf(path.join(parent, 'cgroup.controllers'))).split(/\s+/)
  if (!controllers.includes('memory') || !(await isWritable(parent))) return undefined
  const children = await readdir(parent, { withFileTypes: true })
  const others = children.filter(
    (one) =>
      one.isDirectory() &&
      one.name !== path.basename(own) &&
      one.name !== OF_SYSTEMD &&
      !one.name.startsWith(PREFIX),
  )
  if (others.length > 0) return undefined
  try {
    // Refused while the parent has processes of its own.
    await writeFile(path.join(parent, 'cgroup.subtree_control'), '+memory')
    return { parent, version: V2 }
  } catch {
    return undefined
  }
}

/**
 * The folder of the group of this process in a hierarchy; undefined where that is not mounted.
 * @param controller the one of a hierarchy of version 1; empty for version 2
 */
async function ownGroup(proc: string, type: string, controller: string): Promise<string | undefined> {
  const groups = (await textOf(path.join(proc, 'cgroup'))).split('\n')
  // hierarchy:controllers:path
  const group = groups
    .map((line) => /^\d+:([^:]*):(\/.*)$/.exec(line))
    .find((found) => found?.[1]?.split(',').includes(controller))?.[2]
  const mounts = (await textOf(path.join(proc, 'mountinfo'))).split('\n')
  for (const mount of mounts) {
    // id, parent, device, root, mount point, options …, then - type, source, options of the file system
    const [, root, point, mounted, options] =
      /^\d+ \d+ \S+ (\S+) (\S+) .*? - (\S+) \S+ (\S+)$/.exec(mount) ?? []
    if (mounted !== type || (controller !== '' && !options!.split(',').includes(controller))) continue
    const below = group && path.relative(root!, group)
    // At the root of a container's view, there is nothing above.
    if (below !== undefined && !below.startsWith('..') && !(type === 'cgroup2' && below === ''))
      return path.join(point!, below)
  }
  return undefined
}

async function removeAbandoned(parent: string) {
  for (const name of await readdir(parent)) {
    const [, pid] = NAME.exec(name) ?? []
    // Fails for a group that has a process.
    if (pid !== undefined && !isAlive(Number(pid)))
      await rmdir(path.join(parent, name)).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

/** Empty for a file that cannot be read. */
const textOf = (file: string) => readFile(file, 'utf8').catch(() => '')
