import { chown, rename, rm, writeFile } from 'node:fs/promises'
import type { Account } from '../account/account.ts'
import {
  type AccessRules,
  accessRulesText,
  type ListenAddresses,
  listenAddresses,
  type Peers,
  peersText,
} from './access-rules.ts'
import { type ClusterFiles, ensureSocketFolder } from './cluster-files.ts'
import { CLUSTER_SETTINGS } from './cluster-settings.rules.ts'

/** Settings by name, with values in the units PostgreSQL takes. */
export type Settings = Readonly<Record<string, string>>

/** A certificate and its private key, as PEM. */
export interface TlsFiles {
  key: string
  cert: string
}

/** What a server is told besides its tuning. */
export interface Reach {
  port: number
  rules: AccessRules
  addresses: ListenAddresses
  peers: Peers
  /** Without it, connections are never encrypted. */
  tls?: TlsFiles
}

/** False when the data need not survive a power loss. */
export const isDurable = (settings: Settings = {}) => settings.fsync !== 'off'

/**
 * Writes the configuration the server reads at its next start. It is written again each time, so that old
 * instances get new defaults, and lies outside of the data directory, so that copies never inherit a port.
 */
export async function writeConfiguration(
  files: ClusterFiles,
  options: { reach: Reach; settings: Settings; owner: Account | undefined },
): Promise<void> {
  const { reach, owner } = options
  await ensureSocketFolder(files, owner)
  await writeForServer(files.peers, peersText(reach.peers), owner)
  await writeAccessRules(files, { ...reach, owner })
  if (reach.tls) {
    await writeForServer(files.certificate, reach.tls.cert, owner)
    await writeForServer(files.key, reach.tls.key, owner)
  } else {
    // An earlier version may have left a key here that this server must not read.
    for (const path of [files.certificate, files.key]) await rm(path, { force: true })
  }
  await writeForServer(files.configuration, configurationText(files, reach, options.settings), owner)
}

/** Writes who may connect; the server reads it at its start and when it is told to. */
export const writeAccessRules = (
  files: ClusterFiles,
  { rules, peers, owner }: { rules: AccessRules; peers: Peers; owner: Account | undefined },
) => writeForServer(files.accessRules, accessRulesText(rules, peers), owner)

/** Readable by the server's group, changeable only by us; never seen half-written. */
async function writeForServer(path: string, text: string, owner: Account | undefined) {
  const unfinished = `${path}.new`
  // PostgreSQL refuses a key that others may read, but for the group of one that belongs to root.
  await writeFile(unfinished, text, { mode: owner ? 0o640 : 0o600 })
  if (owner) await chown(unfinished, 0, owner.gid)
  await rename(unfinished, path)
}

/** The text of a postgresql.conf; `overrides` win over our defaults, where the server listens wins over both. */
export function configurationText(files: ClusterFiles, reach: Reach, overrides: Settings): string {
  const { port, rules, addresses, tls } = reach
  const settings = {
    ...CLUSTER_SETTINGS,
    ...overrides,
    listen_addresses: listenAddresses(rules, addresses).join(','),
    port: String(port),
    unix_socket_directories: files.sockets,
    hba_file: files.accessRules,
    ident_file: files.peers,
    log_directory: files.logs,
    ...(tls && { ssl: 'on', ssl_cert_file: files.certificate, ssl_key_file: files.key }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoteSetting(value)}`)
  return `# Written before each start; changes are lost.\n${lines.join('\n')}\n`
}

const quoteSetting = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
