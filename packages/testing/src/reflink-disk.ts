import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A file system of this size in bytes whose files can share blocks, in a file of the temporary folder, unmounted when
 * disposed; undefined without mkfs.xfs of xfsprogs, loop devices, or the right to mount.
 */
export async function reflinkDisk(bytes: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'basalt-xfs-'))
  const [image, mounted] = [path.join(folder, 'image'), path.join(folder, 'disk')]
  try {
    await writeFile(image, '')
    await truncate(image, bytes)
    await run('mkfs.xfs', ['-q', '-m', 'reflink=1', image])
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
