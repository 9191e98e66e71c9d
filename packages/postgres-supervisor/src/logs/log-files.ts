import { constants } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogEntry } from '../engine.ts'
import { linesBackwards } from './lines-backwards.ts'
import { parseLogLine } from './log-entry.ts'

/** The newest entries of a server's log, newest first. Memory is bounded whatever the size of the log. */
export async function readLog(directory: string, limit: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (const name of await newestFirst(directory, '.json')) {
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
    const old = (await newestFirst(directory, kind)).slice(count)
    for (const name of old) await rm(join(directory, name), { force: true })
  }
}

/** Names contain the time of creation, so they sort by age. */
async function newestFirst(directory: string, ending: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => [])
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .reverse()
}

async function* entriesOf(path: string): AsyncGenerator<LogEntry> {
  // The server's account owns this directory: a link planted in it must not redirect the read.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
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
