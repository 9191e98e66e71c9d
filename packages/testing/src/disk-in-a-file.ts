import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The reason for skipping a test that needs an ext4 file system of its own. */
export const NO_EXT4_DISK = 'mkfs.ext4, loop devices or the right to mount are missing here'

/** The reason for skipping a test that needs a file system whose files can share blocks. */
export const NO_REFLINK_DISK = 'mkfs.xfs, loop devices or the right to mount are missing here'

/**
 * A file system of this size in bytes whose files can share blocks, in a file of the temporary folder, unmounted when
 * disposed; undefined without mkfs.xfs of xfsprogs, loop devices, or the right to mount.
 */
export const reflinkDisk = (bytes: number) => diskInFile(bytes, ['mkfs.xfs', '-q', '-m', 'reflink=1'])

/** The same with ext4, whose files share no blocks; undefined without mkfs.ext4 of e2fsprogs. */
export const ext4Disk = (bytes: number) => diskInFile(bytes, ['mkfs.ext4', '-q'])

async function diskInFile(bytes: number, [mkfs, ...args]: [string, ...string[]]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'basalt-disk-'))
  const [image, mounted] = [path.join(folder, 'image'), path.join(folder, 'disk')]
  try {
    await writeFile(image, '')
    await truncate(image, bytes)
    await run(mkfs, [...args, image])
    await run('mkdir', [mounted])
    await run('mount', ['-o', 'loop', image, mounted])
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  // As root, databases run as other users, which must be able to traverse it.
  for (const one of [folder, mounted]) await chmod(one, 0o711)
  return {
    path: mounted,
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', mounted])
      await rm(folder, { recursive: true })
    },
  }
}
