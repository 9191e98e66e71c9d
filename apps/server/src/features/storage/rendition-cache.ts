/** Keeps the results used last, up to a number of bytes. */
export function renditionCache(maxBytes: number) {
  const kept = new Map<string, Buffer>()
  let size = 0
  return {
    find(key: string) {
      const found = kept.get(key)
      if (found) {
        // The map remembers the order: what is used moves to its end.
        kept.delete(key)
        kept.set(key, found)
      }
      return found
    },
    keep(key: string, bytes: Buffer) {
      if (bytes.length > maxBytes || kept.has(key)) return
      kept.set(key, bytes)
      size += bytes.length
      for (const [oldest, { length }] of kept) {
        if (size <= maxBytes) break
        kept.delete(oldest)
        size -= length
      }
    },
  }
}
