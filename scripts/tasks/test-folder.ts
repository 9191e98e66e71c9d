import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** Several times what the databases of a test run take at once. */
const ROOM_BYTES = 6 * GIB

/**
 * The environment that puts the files of a test run into memory: it makes and removes hundreds of databases with a
 * thousand files each, which takes a file system on a disk a tenth of the run. Empty where there is not plenty of room,
 * or no program can be started from there, as the tests do.
 */
export function testFolder(folder = IN_MEMORY, roomBytes = ROOM_BYTES): { TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const hasRoom = bavail * bsize >= roomBytes && process.availableMemory() >= 2 * roomBytes
    return hasRoom && canRunProgramsIn(folder) ? { TMPDIR: folder } : {}
  } catch {
    // There is no such folder, or it is not ours to write to.
    return {}
  }
}

function canRunProgramsIn(folder: string): boolean {
  const place = mkdtempSync(path.join(folder, 'basalt-probe-'))
  const program = path.join(place, 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    return spawnSync(program).status === 0
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
