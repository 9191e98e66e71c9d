import { chown, rename, rm, writeFile } from 'node:fs/promises'
import { platform, release } from 'node:os'
import type { Account } from '../account/account.ts'
import {
  type AccessRules,
  accessRulesText,
  type ListenAddresses,
  listenAddresses,
  onlyRoleText,
  type Peers,
  peersText,
} from './access-rules.ts'
import { type ClusterFiles, ensureOutgoingFolder, ensureSocketFolder } from './cluster-files.ts'
import { CLUSTER_SETTINGS } from './cluster-settings.rules.ts'
import { recoverySync } from './recovery-sync.rules.ts'

/** Settings by name, with values in PostgreSQL's units. */
export type Settings = Readonly<Record<string, string>>

/** A certificate and its private key, as PEM. */
export interface TlsFiles {
  key: string
  cert: string
}

/** How a server is reached, and by whom. */
export interface NetworkSettings {
  port: number
  rules: AccessRules
  addresses: ListenAddresses
  peers: Peers
  /** The roles of the replicas that follow it. */
  replicas: readonly string[]
  /** The only role that may connect, over the socket; those whom the rules admit when absent. */
  onlyRole?: string | undefined
  /** Without it, connections are never encrypted. */
  tls?: TlsFiles
}

/** False when the data need not survive a power failure. */
export const isDurable = (settings: Settings = {}) => settings.fsync !== 'off'

/**
 * Writes the configuration for the server's next start. It is rewritten before each start, so that old instances get new
 * defaults, and lies outside the data directory, so that copies never inherit a port.
 */
export async function writeConfiguration(
  files: ClusterFiles,
  options: { network: NetworkSettings; settings: Settings; owner: Account | undefined },
): Promise<void> {
  const { network, owner } = options
  const { tls } = network
  await Promise.all([
    ensureSocketFolder(files, owner).then(() => ensureOutgoingFolder(files, owner)),
    writeForServer(files.peers, peersText(network.peers), owner),
    writeAccessRules(files, { ...network, owner }),
    writeForServer(files.configuration, configurationText(files, network, options.settings), owner),
    ...(tls
      ? [writeForServer(files.certificate, tls.cert, owner), writeForServer(files.key, tls.key, owner)]
      : // An earlier version may have left a key here that this server must not read.
        [files.certificate, files.key].map((path) => rm(path, { force: true }))),
  ])
}

/** Writes who may connect; the server reads it at its start and on SIGHUP. */
export const writeAccessRules = (
  files: ClusterFiles,
  {
    rules,
    peers,
    replicas,
    onlyRole,
    owner,
  }: Pick<NetworkSettings, 'rules' | 'peers' | 'replicas' | 'onlyRole'> & { owner: Account | undefined },
) => {
  const text =
    onlyRole === undefined ? accessRulesText(rules, peers, replicas) : onlyRoleText(onlyRole, peers)
  return writeForServer(files.accessRules, text, owner)
}

/** Readable by the server's group, writable only by this program; replaced atomically. */
async function writeForServer(path: string, text: string, owner: Account | undefined) {
  const unfinished = `${path}.new`
  // PostgreSQL refuses a key that others may read, except a key of root that its group may read.
  await writeFile(unfinished, text, { mode: owner ? 0o640 : 0o600 })
  if (owner) await chown(unfinished, 0, owner.gid)
  await rename(unfinished, path)
}

/** The contents of postgresql.conf; `overrides` win over the defaults, the network settings over both. */
export function configurationText(
  files: ClusterFiles,
  network: NetworkSettings,
  overrides: Settings,
): string {
  const { port, rules, addresses, tls } = network
  const settings = {
    ...CLUSTER_SETTINGS,
    ...recoverySync(platform(), release()),
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
  return `# Generated before each start; manual changes are lost.\n${lines.join('\n')}\n`
}

const quoteSetting = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
