import type { BlobStore } from './blob-store.ts'

/** Why a disk may not share a file: another file system, none that has links, or a file that has as many as it can. */
const CANNOT_LINK: readonly (string | undefined)[] = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS']

export interface BlobPlace {
  store: BlobStore
  key: string
}

/**
 * Copies a blob from one store to another. Two stores on the same file system share its bytes, so that the copy takes no
 * space. False when there is no such blob.
 */
export async function copyBlob(from: BlobPlace, to: BlobPlace): Promise<boolean> {
  const file = from.store.fileOf?.(from.key)
  if (file !== undefined)
    try {
      await to.store.adopt(to.key, file)
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return false
      if (!CANNOT_LINK.includes(code)) throw error
    }
  const body = await from.store.read(from.key)
  if (!body) return false
  await to.store.write(to.key, body)
  return true
}
