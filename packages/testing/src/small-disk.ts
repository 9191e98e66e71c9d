import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Why a test that needs a small disk is skipped. */
export const NO_SMALL_DISK = 'mounting a small file system is not allowed here'

/**
 * A file system of this size in memory, gone when disposed; undefined where mounting is not allowed.
 * @param size in the notation of `mount`, such as `64k` or `200m`
 */
export async function smallDisk(size: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'basalt-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  } catch {
    await rmdir(folder)
    return undefined
  }
  await chmod(folder, 0o711)
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}
