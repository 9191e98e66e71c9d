import { createHash } from 'node:crypto'

/**
 * A digest of files, given by their paths in the repository: the same digest means the same contents.
 * @param read the content of a file
 */
export function sourcesDigest(files: readonly string[], read: (file: string) => Buffer | string): string {
  const digest = createHash('sha256')
  for (const file of files.toSorted()) digest.update(file).update('\0').update(read(file)).update('\0')
  return digest.digest('hex')
}
