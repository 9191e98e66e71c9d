import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The unit of `blocks` in a file's status, whatever the file system's own block size. */
const STAT_BLOCK_BYTES = 512

/** What a directory takes on disk, in bytes. Files that vanish while we look, as a database's do, count nothing. */
export async function diskUsage(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  let bytes = 0
  // One directory at a time keeps the number of open requests bounded; its files are looked at together.
  const files = entries.filter((entry) => !entry.isDirectory())
  for (const size of await Promise.all(files.map((file) => allocated(join(directory, file.name)))))
    bytes += size
  for (const entry of entries) if (entry.isDirectory()) bytes += await diskUsage(join(directory, entry.name))
  return bytes
}

const allocated = (path: string) =>
  lstat(path).then(
    ({ blocks }) => blocks * STAT_BLOCK_BYTES,
    () => 0,
  )
