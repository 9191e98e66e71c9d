import { readFile } from 'node:fs/promises'

/** Some systems do not let programs read it. */
const NOT_TOLD = ['ENOENT', 'EACCES']

/**
 * Identifies the time since this machine was started: when it differs from what was noted, power may have failed in between.
 * Undefined where the system does not tell; Linux does.
 */
export async function readBootId(): Promise<string | undefined> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  } catch (error) {
    if (NOT_TOLD.includes((error as NodeJS.ErrnoException).code!)) return undefined
    throw error
  }
}
