import { randomUUID } from 'node:crypto'
import { openSync, unlinkSync } from 'node:fs'
import path from 'node:path'

export const OWNER_ONLY = 0o600

/** The descriptor of an unlinked file in this folder, which disappears when it is closed or the process ends. */
export function openScratch(folder: string): number {
  const name = path.join(folder, randomUUID())
  const fd = openSync(name, 'wx+', OWNER_ONLY)
  unlinkSync(name)
  return fd
}
