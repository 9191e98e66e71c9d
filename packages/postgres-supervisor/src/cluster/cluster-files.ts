import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../account/account.ts'
import { run } from '../process/run.ts'

/** Where the parts of one cluster lie. */
export interface ClusterFiles {
  /** Holds all the others. Ours: the server may pass through it but not change it. */
  folder: string
  data: string
  logs: string
  sockets: string
  configuration: string
  /** Who may connect: its pg_hba.conf. */
  accessRules: string
  certificate: string
  key: string
  /** What the server prints before its own log is open. */
  output: string
}

export const clusterFiles = (folder: string): ClusterFiles => ({
  folder,
  data: join(folder, 'data'),
  logs: join(folder, 'log'),
  sockets: join(folder, 'socket'),
  configuration: join(folder, 'postgresql.conf'),
  accessRules: join(folder, 'pg_hba.conf'),
  certificate: join(folder, 'server.crt'),
  key: join(folder, 'server.key'),
  output: join(folder, 'output.txt'),
})

/** Makes the folders of a cluster, all but `data` itself, which initdb or a copy makes. */
export async function makeClusterFolders(files: ClusterFiles, owner: Account | undefined): Promise<void> {
  for (const directory of [files.folder, files.logs, files.sockets]) await mkdir(directory, { mode: 0o700 })
  await giveClusterTo(files, owner, [files.logs, files.sockets])
}

/** Hands the server's own directories to its account; nothing to do unless we are root. */
export async function giveClusterTo(
  files: ClusterFiles,
  owner: Account | undefined,
  directories = [files.data, files.logs, files.sockets],
): Promise<void> {
  if (!owner) return
  await chown(files.folder, 0, owner.gid)
  await chmod(files.folder, 0o710)
  await run('chown', ['-Rh', `${owner.uid}:${owner.gid}`, ...directories])
}
