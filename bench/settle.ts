import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

const MB = 1_000_000
/** A copy of a database has its log too. */
const MEMORY_PER_SIZE = 1.5

/** What is compared: the folder in which all of it happens, the copy in there, and the size of what is copied. */
interface Compared {
  dataDir: string
  copy: string
  megabytes: number
}

/**
 * Puts disk and memory into the same state before each turn: what was written by one is not written to disk during the next,
 * and the memory for what the next one writes was in use a moment ago.
 *
 * Virtual machines may give free memory back to their host after some seconds, and get it again page by page: that takes six
 * times as long as copying a gigabyte into it. Without this, a turn is measured by what happened before it.
 */
export function settle(compared: Compared) {
  rmSync(compared.copy, { recursive: true, force: true })
  execFileSync('sync', ['-f', compared.dataDir])
  takeMemory(compared)
}

/** Uses as much memory as a copy, for a file, and frees it. */
function takeMemory({ dataDir, megabytes }: Compared) {
  const taken = path.join(dataDir, 'taken')
  const bytes = Buffer.alloc(MB)
  const file = openSync(taken, 'w')
  for (let count = 0; count < megabytes * MEMORY_PER_SIZE; count++) writeSync(file, bytes)
  closeSync(file)
  rmSync(taken)
}
