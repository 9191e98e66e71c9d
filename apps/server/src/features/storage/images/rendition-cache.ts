import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type RenditionCache = ReturnType<typeof renditionCache>

/**
 * An LRU cache of files, limited in bytes, that survives restarts. Entries that cannot be read or written are treated
 * as cache misses.
 */
export function renditionCache(root: string, maxBytes: number) {
  /** Sizes by file, least recently used first. */
  let opening: Promise<Map<string, number>> | undefined
  let total = 0
  const open = async () => {
    const found = await filesIn(root)
    total = found.reduce((sum, { size }) => sum + size, 0)
    return new Map(found.map(({ name, size }) => [name, size]))
  }
  const openOnce = () => {
    opening ??= open()
    return opening
  }
  const evict = async (sizes: Map<string, number>, name: string) => {
    total -= sizes.get(name) ?? 0
    sizes.delete(name)
    await rm(path.join(root, name), { force: true })
  }

  return {
    async get(ref: string, key: string): Promise<Buffer | undefined> {
      const sizes = await openOnce()
      const name = nameOf(ref, key)
      const size = sizes.get(name)
      if (size === undefined) return undefined
      const bytes = await readFile(path.join(root, name)).catch(() => undefined)
      if (bytes?.length !== size) {
        await evict(sizes, name)
        return undefined
      }
      // Moves the entry to the end of the map. A later process reads the order from the modification times.
      sizes.delete(name)
      sizes.set(name, size)
      const now = new Date()
      await utimes(path.join(root, name), now, now).catch(() => undefined)
      return bytes
    },

    async put(ref: string, key: string, bytes: Buffer) {
      const sizes = await openOnce()
      const name = nameOf(ref, key)
      if (bytes.length > maxBytes || sizes.has(name)) return
      const temporary = path.join(root, `${randomUUID()}${UNFINISHED}`)
      try {
        await mkdir(path.join(root, ref), { recursive: true, mode: 0o700 })
        await writeFile(temporary, bytes, { mode: 0o600, flush: true })
        await rename(temporary, path.join(root, name))
      } catch {
        return rm(temporary, { force: true })
      }
      sizes.set(name, bytes.length)
      total += bytes.length
      for (const oldest of sizes.keys()) {
        if (total <= maxBytes) break
        await evict(sizes, oldest)
      }
    },

    /** Deletes everything of a deleted project. */
    async removeAll(ref: string) {
      const sizes = await openOnce()
      for (const name of [...sizes.keys()]) if (name.startsWith(`${ref}/`)) await evict(sizes, name)
      await rm(path.join(root, ref), { recursive: true, force: true })
    },
  }
}

const UNFINISHED = '.new'

const nameOf = (ref: string, key: string) => `${ref}/${createHash('sha256').update(key).digest('hex')}`

/** The files, least recently used first. Deletes unfinished files of an earlier process. */
async function filesIn(root: string) {
  const names = await readdir(root, { recursive: true }).catch(() => [])
  const found: { name: string; size: number; usedAt: number }[] = []
  for (const name of names) {
    if (name.endsWith(UNFINISHED)) await rm(path.join(root, name), { force: true })
    const stats = await stat(path.join(root, name)).catch(() => undefined)
    if (stats?.isFile()) found.push({ name, size: stats.size, usedAt: stats.mtimeMs })
  }
  return found.sort((one, other) => one.usedAt - other.usedAt)
}
