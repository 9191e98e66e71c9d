import { readFile } from 'node:fs/promises'

/**
 * Identifies the time since this machine was started: when it differs from what was noted, power may have failed in between.
 * Undefined where the system does not tell; Linux does.
 */
export async function readBootId(): Promise<string | undefined> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
