import { access, chown, rename, writeFile } from 'node:fs/promises'
import type { Account } from '../account/account.ts'
import type { ClusterFiles } from './cluster-files.ts'
import { CLUSTER_SETTINGS, SOCKET_PATH_BYTES } from './cluster-settings.rules.ts'

/** Settings by name, with values in the units PostgreSQL takes. */
export type Settings = Readonly<Record<string, string>>

/** False when whoever chose the settings has no need of data that survives a loss of power. */
export const isDurable = (settings: Settings = {}) => settings.fsync !== 'off'

/**
 * Writes the configuration the server reads at its next start. It is written anew each time, so that old
 * instances get new defaults, and lies outside of the data directory, so that copies never inherit a port.
 */
export async function writeConfiguration(
  files: ClusterFiles,
  options: { port: number; settings: Settings; owner: Account | undefined },
): Promise<void> {
  const unfinished = `${files.configuration}.new`
  await writeFile(unfinished, configurationText(files, options.port, options.settings), { mode: 0o640 })
  // Readable by the server's group, changeable only by us.
  if (options.owner) await chown(unfinished, 0, options.owner.gid)
  await rename(unfinished, files.configuration)
}

/** The text of a postgresql.conf; `overrides` win over our defaults, where the server listens wins over both. */
export function configurationText(files: ClusterFiles, port: number, overrides: Settings): string {
  const settings = {
    ...CLUSTER_SETTINGS,
    ...overrides,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: socketDirectory(files.sockets, port),
    log_directory: files.logs,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoteSetting(value)}`)
  return `# Written before each start; changes are lost.\n${lines.join('\n')}\n`
}

const quoteSetting = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Where the server's socket is; undefined where it has none, as a survivor of another life of ours may. */
export async function findSocketDirectory(files: ClusterFiles, port: number): Promise<string | undefined> {
  const directory = socketDirectory(files.sockets, port)
  const isThere = await access(`${directory}/.s.PGSQL.${port}`).then(
    () => true,
    () => false,
  )
  return directory !== '' && isThere ? directory : undefined
}

/** Without a socket the server is still reached over TCP; with too long a path it would not start. */
function socketDirectory(directory: string, port: number): string {
  return Buffer.byteLength(`${directory}/.s.PGSQL.${port}`) <= SOCKET_PATH_BYTES ? directory : ''
}
