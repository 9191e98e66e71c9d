import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { listenEarly } from './http/early-server.ts'
import { lockDataDir } from './platform/data-dir-lock.ts'
import type { Shutdown } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { isRestoreUnfinished } from './restore/unfinished-restore.ts'

export type EarlyStart = Awaited<ReturnType<typeof startEarly>>

/**
 * Locks the data directory and opens the port. It imports little, so the port answers before the rest of the program is
 * loaded, which is the longest part of a start. Throws StartError with a one-line message for people.
 */
export async function startEarly(config: Config, version: string, shutdown: Shutdown) {
  const { host, port } = config
  const dataDir = await openDataDir(config.dataDir)
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const lock = await lockDataDir(dataDir.path, address)
  shutdown.add('the lock on the data directory', lock.release)
  if (isRestoreUnfinished(dataDir.path))
    throw new StartError(
      `The restore of ${dataDir.path} was interrupted. Run it again: npm run restore -- <folder or bucket> <key file>`,
    )
  const server = await listening(() => listenEarly({ host, port, version }), config)
  shutdown.add('the early server', server.close)
  return { dataDir, address, server }
}

async function listening<T>(attempt: () => Promise<T>, { host, port }: Config): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is taken by another program. Start with another one: BASALT_PORT=${port + 1} npm start`,
      )
    if (code === 'EACCES')
      throw new StartError(
        `Port ${port} needs more privileges than this user has. Set BASALT_PORT to 1024 or higher.`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(
        `BASALT_HOST ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`,
      )
    throw cause
  }
}
