import { watch } from 'node:fs'

/**
 * Calls `written` when a file in a folder of logs was written to, created or removed. Returns the function that ends this;
 * undefined where the system refuses, for example because as many folders are watched as it allows.
 */
export function watchLog(directory: string, written: () => void): (() => void) | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, written)
    // Whoever watches a log also reads it now and then, and finds it gone.
    watcher.on('error', () => watcher.close())
    return () => watcher.close()
  } catch {
    return undefined
  }
}
