import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type RenditionCache = ReturnType<typeof renditionCache>

/**
 * Keeps results as files, those used last, up to a number of bytes; they outlive the process. A cache may always forget:
 * what cannot be read or written is made again.
 */
export function renditionCache(root: string, maxBytes: number) {
  /** Sizes by file, the longest unused first. */
  let opening: Promise<Map<string, number>> | undefined
  let total = 0
  const open = async () => {
    const found = await filesIn(root)
    total = found.reduce((sum, { size }) => sum + size, 0)
    return new Map(found.map(({ name, size }) => [name, size]))
  }
  const known = () => {
    opening ??= open()
    return opening
  }
  const forget = async (sizes: Map<string, number>, name: string) => {
    total -= sizes.get(name) ?? 0
    sizes.delete(name)
    await rm(path.join(root, name), { force: true })
  }

  return {
    async find(ref: string, key: string): Promise<Buffer | undefined> {
      const sizes = await known()
      const name = nameOf(ref, key)
      const size = sizes.get(name)
      if (size === undefined) return undefined
      const bytes = await readFile(path.join(root, name)).catch(() => undefined)
      if (bytes?.length !== size) {
        await forget(sizes, name)
        return undefined
      }
      // The map remembers the order: what is used moves to its end. The next process reads it from the files.
      sizes.delete(name)
      sizes.set(name, size)
      const now = new Date()
      await utimes(path.join(root, name), now, now).catch(() => undefined)
      return bytes
    },

    async keep(ref: string, key: string, bytes: Buffer) {
      const sizes = await known()
      const name = nameOf(ref, key)
      if (bytes.length > maxBytes || sizes.has(name)) return
      const beside = path.join(root, `${randomUUID()}${UNFINISHED}`)
      try {
        await mkdir(path.join(root, ref), { recursive: true, mode: 0o700 })
        await writeFile(beside, bytes, { mode: 0o600, flush: true })
        await rename(beside, path.join(root, name))
      } catch {
        return rm(beside, { force: true })
      }
      sizes.set(name, bytes.length)
      total += bytes.length
      for (const oldest of sizes.keys()) {
        if (total <= maxBytes) break
        await forget(sizes, oldest)
      }
    },

    /** Everything of a project that is gone. */
    async removeAll(ref: string) {
      const sizes = await known()
      for (const name of [...sizes.keys()]) if (name.startsWith(`${ref}/`)) await forget(sizes, name)
      await rm(path.join(root, ref), { recursive: true, force: true })
    },
  }
}

const UNFINISHED = '.new'

const nameOf = (ref: string, key: string) => `${ref}/${createHash('sha256').update(key).digest('hex')}`

/** The longest unused first. What an earlier process left half written goes. */
async function filesIn(root: string) {
  const names = await readdir(root, { recursive: true }).catch(() => [])
  const found: { name: string; size: number; usedAt: number }[] = []
  for (const name of names) {
    if (name.endsWith(UNFINISHED)) await rm(path.join(root, name), { force: true })
    const facts = await stat(path.join(root, name)).catch(() => undefined)
    if (facts?.isFile()) found.push({ name, size: facts.size, usedAt: facts.mtimeMs })
  }
  return found.sort((one, other) => one.usedAt - other.usedAt)
}
