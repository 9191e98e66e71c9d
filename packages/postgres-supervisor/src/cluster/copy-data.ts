import { constants, copyFile, rm, writeFile } from 'node:fs/promises'
import { run } from '../process/run.ts'

/** Copies a stopped cluster's data with owners and modes; by reflink, without copying blocks, where the file system can. */
export async function copyData(from: string, to: string): Promise<void> {
  const reflink = process.platform === 'linux' ? ['--reflink=auto'] : []
  await run('cp', ['-a', ...reflink, from, to])
}

/** Whether files that are copied on this file system can share their blocks. `probe` is a path for temporary files. */
export async function sharesBlocks(probe: string): Promise<boolean> {
  const copy = `${probe}.copy`
  try {
    await writeFile(probe, 'shared')
    await copyFile(probe, copy, constants.COPYFILE_FICLONE_FORCE)
    return true
  } catch {
    return false
  } finally {
    for (const path of [probe, copy]) await rm(path, { force: true })
  }
}
