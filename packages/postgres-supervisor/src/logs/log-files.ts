import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogEntry } from '../engine.ts'
import { linesBackwards } from './lines-backwards.ts'
import { parseLogLine } from './log-entry.ts'

/** The newest entries of a server's log, newest first. Memory is bounded whatever the size of the log. */
export async function readLog(directory: string, limit: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (const name of (await logFileNames(directory, '.json')).reverse()) {
    for await (const entry of entriesOf(join(directory, name))) {
      if (entries.length >= limit) return entries
      entries.push(entry)
    }
  }
  return entries
}

/** Removes all but the newest `count` files of each kind. PostgreSQL starts new ones and never removes any. */
export async function pruneLog(directory: string, count: number): Promise<void> {
  for (const kind of ['.json', '.log']) {
    const old = (await logFileNames(directory, kind)).reverse().slice(count)
    for (const name of old) await rm(join(directory, name), { force: true })
  }
}

/** The files of a log, oldest first: names contain the time of creation, so they sort by age. */
export async function logFileNames(directory: string, ending: string): Promise<string[]> {
  const names = await readdir(directory).catch(unlessMissing)
  return (names ?? []).filter((name) => name.endsWith(ending)).sort()
}

/** Undefined for one that has been removed meanwhile, and for a link. */
export const openLogFile = (path: string): Promise<FileHandle | undefined> =>
  // The server's account owns this directory: a link planted in it must not redirect the read.
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing)

/** For the failure of a call on a file that is gone. `ELOOP` is what opening a link fails with. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ELOOP') throw error
}

async function* entriesOf(path: string): AsyncGenerator<LogEntry> {
  const file = await openLogFile(path)
  if (!file) return
  try {
    for await (const line of linesBackwards(file)) {
      const entry = parseLogLine(line)
      if (entry) yield entry
    }
  } finally {
    await file.close()
  }
}
