import { randomUUID } from 'node:crypto'
import { openSync, unlinkSync } from 'node:fs'
import path from 'node:path'

export const OWNER_ONLY = 0o600

/** A file without a name in this folder, by its descriptor: it ends with who opened it, however that ends. */
export function openScratch(folder: string): number {
  const name = path.join(folder, randomUUID())
  const fd = openSync(name, 'wx+', OWNER_ONLY)
  unlinkSync(name)
  return fd
}
