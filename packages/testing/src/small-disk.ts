import { execFile } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { chmod, mkdtemp, rmdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The reason for skipping a test that needs a small disk. */
export const NO_SMALL_DISK = 'mounting a small file system is not allowed here'

export type SmallDisk = NonNullable<Awaited<ReturnType<typeof smallDisk>>>

/**
 * A file system of this size in memory, unmounted when disposed; undefined where mounting is not allowed.
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
  const filling = path.join(folder, 'filling')
  return {
    path: folder,
    /** Fills the disk completely, until `makeRoom`. */
    fill() {
      const file = openSync(filling, 'a')
      const block = Buffer.alloc(1024 * 1024)
      for (let size = block.length; size >= 1; size = Math.floor(size / 2))
        try {
          for (;;) writeSync(file, block, 0, size)
        } catch {
          // No space for a block of this size: the next one is half of it.
        }
      closeSync(file)
      if (statfsSync(folder).bavail > 0) throw new Error(`There is room left on ${folder}`)
    },
    makeRoom: () => rmSync(filling),
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}
