import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A file system in memory, on Linux. */
const IN_MEMORY = '/dev/shm'
const GIB = 1024 ** 3
/** Several times what the databases of a test run use at once. */
const REQUIRED_BYTES = 6 * GIB

/**
 * The environment that puts the files of a test run into memory: it creates and removes hundreds of databases with a
 * thousand files each, which takes a tenth of the run on a disk. Empty when there is too little space, or when programs
 * cannot be executed there, as the tests do.
 */
export function testFolder(folder = IN_MEMORY, requiredBytes = REQUIRED_BYTES): { TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const hasSpace = bavail * bsize >= requiredBytes && process.availableMemory() >= 2 * requiredBytes
    return hasSpace && canRunProgramsIn(folder) ? { TMPDIR: folder } : {}
  } catch {
    // There is no such folder, or it is not writable.
    return {}
  }
}

function canRunProgramsIn(folder: string): boolean {
  const probe = mkdtempSync(path.join(folder, 'basalt-probe-'))
  const program = path.join(probe, 'program')
  try {
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    return spawnSync(program).status === 0
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
