import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { backupKeys } from './backup-keys.ts'
import { DamagedBackup, MissingBackup } from './damaged-backup.ts'

/** Where the bytes of one file are in a backup's pack, and what they must be. */
export interface PackedFile {
  path: string
  /** Uncompressed. */
  bytes: number
  /**
   * Of its pieces as they are stored, in hex: a tenth of the bytes, say, and each piece has a checksum of what it becomes.
   * Backups of format 1 have `sha256` of the uncompressed bytes instead.
   */
  storedSha256?: string
  sha256?: string
  /** Where its pieces begin in the pack. */
  at: number
  /** The length of each compressed piece; uncompressed, all but the last have PIECE_BYTES. */
  pieces: number[]
}

/** What is stored about a backup beside its bytes: enough to restore it without any database. */
export interface BackupIndex {
  format: 1 | 2
  id: string
  kind: 'full' | 'incremental'
  /** The backup that an incremental one changes. */
  base: string | null
  systemId: string
  timeline: number
  /** Recovery begins here. */
  startLsn: string
  /** The data is consistent from here on; nothing earlier can be restored. */
  endLsn: string
  /** ISO 8601 in UTC. */
  startedAt: string
  endedAt: string
  /** Empty folders are part of a cluster. */
  folders: string[]
  files: PackedFile[]
  /** The server's own list of the files, which the next incremental backup compares with. */
  manifest: PackedFile
  /** The length of the pack. */
  packBytes: number
}

/** A checksum in hex and a line feed come before the compressed text. */
const CHECKSUM_BYTES = 64 + 1

export async function writeIndex(store: BlobStore, folder: string, index: BackupIndex): Promise<void> {
  const compressed = await promisify(zstdCompress)(JSON.stringify(index))
  const head = Buffer.from(`${sha256(compressed)}\n`)
  await store.write(backupKeys(folder, index.id).index, once(Buffer.concat([head, compressed])))
}

/** @throws MissingBackup, DamagedBackup */
export async function readIndex(store: BlobStore, folder: string, id: string): Promise<BackupIndex> {
  const body = await store.read(backupKeys(folder, id).index)
  if (!body) throw new MissingBackup(id)
  const stored = await buffer(body)
  const compressed = stored.subarray(CHECKSUM_BYTES)
  if (stored.toString('latin1', 0, CHECKSUM_BYTES) !== `${sha256(compressed)}\n`)
    throw new DamagedBackup(id, 'its list of files')
  const index = JSON.parse((await promisify(zstdDecompress)(compressed)).toString()) as BackupIndex
  // The list of another backup has a right checksum too.
  if (index.id !== id) throw new DamagedBackup(id, 'its list of files')
  return index
}

/** A backup and those that it builds on, the full one first. @throws MissingBackup, DamagedBackup */
export async function readChain(store: BlobStore, folder: string, id: string): Promise<BackupIndex[]> {
  const chain: BackupIndex[] = []
  for (let next: string | null = id; next !== null; next = chain[0]!.base) {
    if (chain.some((known) => known.id === next)) throw new DamagedBackup(id, 'its list of files')
    chain.unshift(await readIndex(store, folder, next))
  }
  return chain
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function* once(bytes: Buffer) {
  yield bytes
}
