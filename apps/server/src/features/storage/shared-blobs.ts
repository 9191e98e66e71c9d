import type { BlobStore } from '@basalt/object-store/blob-store.ts'

/**
 * The bytes of a project and of all of its branches are in one place, so that a branch has the files of its source without
 * copying them. Keys name the project that reads or writes; `rootOf` returns the one below which the bytes are.
 */
export function sharedBlobs(blobs: BlobStore, rootOf: (ref: string) => Promise<string>): BlobStore {
  const shared = async (key: string) => {
    const [ref, ...rest] = key.split('/')
    return [await rootOf(ref!), ...rest].join('/')
  }
  return {
    write: async (key, body) => blobs.write(await shared(key), body),
    writeHashed: async (key, body) => blobs.writeHashed(await shared(key), body),
    adopt: async (key, file) => blobs.adopt(await shared(key), file),
    read: async (key, range) => blobs.read(await shared(key), range),
    remove: async (key) => blobs.remove(await shared(key)),
    async *list(ref) {
      const root = await rootOf(ref)
      for await (const { key, writtenAt } of blobs.list(root))
        yield { key: `${ref}${key.slice(root.length)}`, writtenAt }
    },
  }
}
