import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../account/account.ts'
import { EngineError } from '../engine.ts'
import { run } from '../process/run.ts'
import { SOCKET_PATH_BYTES } from './cluster-settings.rules.ts'

/** The paths of one cluster's parts. */
export interface ClusterFiles {
  /** Contains all the others. Owned by this program: the server may traverse it but not change it. */
  folder: string
  data: string
  logs: string
  /** The directory of its Unix socket: in the folder, unless that path is too long. */
  sockets: string
  /** The directory of the Unix socket that the server's own connections to other servers go to by default. */
  outgoing: string
  configuration: string
  /** pg_hba.conf: who may connect. */
  accessRules: string
  /** pg_ident.conf: who may log in over the socket without a password. */
  peers: string
  certificate: string
  key: string
  /** What the server prints before its own log is open. */
  output: string
}

export const clusterFiles = (folder: string): ClusterFiles => ({
  folder,
  data: join(folder, 'data'),
  logs: join(folder, 'log'),
  sockets: socketFolder(folder, 'socket'),
  outgoing: socketFolder(folder, 'outgoing'),
  configuration: join(folder, 'postgresql.conf'),
  accessRules: join(folder, 'pg_hba.conf'),
  peers: join(folder, 'pg_ident.conf'),
  certificate: join(folder, 'server.crt'),
  key: join(folder, 'server.key'),
  output: join(folder, 'output.txt'),
})

/** The longest file name that PostgreSQL gives a socket. */
const LONGEST_SOCKET = '.s.PGSQL.65535'

const ownUid = () => process.getuid?.() ?? 0

/** Every user may traverse it; each folder in it belongs to one server. */
const shortBase = () => `/tmp/.basalt-${ownUid()}`

function socketFolder(folder: string, name: string): string {
  const usual = join(folder, name)
  if (Buffer.byteLength(join(usual, LONGEST_SOCKET)) <= SOCKET_PATH_BYTES) return usual
  const named = name === 'socket' ? folder : usual
  return join(shortBase(), createHash('sha256').update(named).digest('hex').slice(0, 16))
}

/**
 * Creates the socket's folder when it is missing, for example in /tmp after a reboot. Only the server and the platform
 * may enter it. @throws EngineError data_dir_unwritable when another user owns the folder above it
 */
export async function ensureSocketFolder(
  { sockets }: ClusterFiles,
  owner: Account | undefined,
): Promise<void> {
  if (sockets.startsWith(`${shortBase()}/`)) await ensureShortBase()
  await mkdir(sockets, { mode: 0o700 }).catch(ignoreExisting)
  const found = await lstat(sockets)
  const expected = owner ?? { uid: ownUid(), gid: found.gid }
  if (found.isDirectory() && (found.uid !== expected.uid || found.gid !== expected.gid))
    await chown(sockets, expected.uid, expected.gid)
}

/**
 * Creates the folder of the socket for outgoing connections when it is missing. The server may enter it and not change it,
 * so that nothing else than the platform listens there. @throws EngineError as `ensureSocketFolder`
 */
export async function ensureOutgoingFolder(
  { outgoing }: ClusterFiles,
  owner: Account | undefined,
): Promise<void> {
  if (outgoing.startsWith(`${shortBase()}/`)) await ensureShortBase()
  await mkdir(outgoing, { mode: 0o700 }).catch(ignoreExisting)
  if (!owner) return
  await chown(outgoing, ownUid(), owner.gid)
  await chmod(outgoing, 0o710)
}

async function ensureShortBase() {
  const base = shortBase()
  await mkdir(base, { mode: 0o711 }).catch(ignoreExisting)
  const found = await lstat(base)
  if (!found.isDirectory() || found.uid !== ownUid())
    throw new EngineError(
      'data_dir_unwritable',
      `${base} belongs to another user, but Basalt keeps sockets there because the path of the data directory is too long for them. Remove it, or choose a data directory with a shorter path.`,
    )
  await chmod(base, 0o711)
}

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}

/** Creates the folders of a cluster except `data`, which initdb or a copy creates, and those of sockets, which each start creates. */
export async function makeClusterFolders(files: ClusterFiles, owner: Account | undefined): Promise<void> {
  for (const directory of [files.folder, files.logs]) await mkdir(directory, { mode: 0o700 })
  await admit(files, owner)
  if (owner) await chown(files.logs, owner.uid, owner.gid)
}

/** Makes the server's account the owner of its directories; does nothing unless this program is root. */
export async function giveClusterTo(files: ClusterFiles, owner: Account | undefined): Promise<void> {
  if (!owner) return
  await admit(files, owner)
  await run('chown', ['-Rh', `${owner.uid}:${owner.gid}`, files.data, files.logs], {
    background: 'waited-for',
  })
}

/** The same without the data, which belongs to that account already. The folder of the logs must be empty. */
export async function giveLogsTo(files: ClusterFiles, owner: Account | undefined): Promise<void> {
  if (!owner) return
  await admit(files, owner)
  await chown(files.logs, owner.uid, owner.gid)
}

/** Lets the server's account traverse the folder. */
async function admit({ folder }: ClusterFiles, owner: Account | undefined): Promise<void> {
  if (!owner) return
  await chown(folder, 0, owner.gid)
  await chmod(folder, 0o710)
}
