import { watch } from 'node:fs'

/**
 * Calls `written` when a file in a folder of logs was written to, created or removed. Returns the function that ends this;
 * undefined where the system refuses, for example because as many folders are watched as it allows.
 */
export function watchLog(directory: string, written: () => void): (() => void) | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, written)
    // The caller also reads the log from time to time, which reports a folder that is gone.
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return undefined
  }
}
