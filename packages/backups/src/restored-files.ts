import { posix } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { type BackupIndex, type PackedFile, readChain } from './backup-index.ts'
import { DamagedBackup } from './damaged-backup.ts'
import { type FileVersion, reconstructed } from './incremental-file.ts'
import { type Pack, packOf } from './pack.ts'
import { fileBytes, writeFileTo } from './pack-reader.ts'

/**
 * A file or an empty folder of a data directory, by its path in there. A piece of a file is valid until the next one is asked
 * for. Most files can also be written to a path where none is, which is faster.
 */
export type RestoredEntry =
  | { kind: 'folder'; path: string }
  | {
      kind: 'file'
      path: string
      bytes: AsyncIterable<Uint8Array>
      writeTo?: (path: string, signal: AbortSignal) => Promise<{ bytes: number }>
    }

const INCREMENTAL = 'INCREMENTAL.'
const LABEL = 'backup_label'

/**
 * A visibility map. PostgreSQL 18.4 does not note that a write cleared a bit of it, so an incremental backup keeps the bit of
 * its base, and index-only scans would return rows that were rolled back or deleted. A table without a map is read in full
 * until it is vacuumed.
 */
const VISIBILITY_MAP = /\/\d+_vm(\.\d+)?$/

/** What PostgreSQL writes into the label of an incremental backup, and refuses to start with. */
const INCREMENTAL_LINES = /^INCREMENTAL FROM .*\n/gm

/**
 * Everything that the data directory of a backed up server contains, folders before what is in them. Files of incremental
 * backups are put together with those that they change, but for visibility maps, which are left out. @throws MissingBackup, DamagedBackup with the file's name
 */
export async function* restoredFiles(
  store: BlobStore,
  folder: string,
  id: string,
): AsyncGenerator<RestoredEntry> {
  const chain = await readChain(store, folder, id)
  const newest = chain.at(-1)!
  for (const path of newest.folders) yield { kind: 'folder', path: checkPath(id, path) }
  const versions = chain.map((backup) => ({
    backup,
    pack: packOf(store, folder, backup.id),
    files: new Map(backup.files.map((file) => [file.path, file])),
  }))
  for (const file of newest.files) {
    const path = checkPath(id, wholePath(file.path))
    if (path !== file.path && VISIBILITY_MAP.test(path)) continue
    const bytes = fileOf(versions, path)
    if (path === LABEL) yield { kind: 'file', path, bytes: wholeLabel(bytes) }
    else if (path !== file.path || file.storedSha256 === undefined) yield { kind: 'file', path, bytes }
    else {
      const { pack } = versions.at(-1)!
      yield {
        kind: 'file',
        path,
        bytes,
        writeTo: async (to, signal) => {
          await writeFileTo(pack, file, to, signal)
          return { bytes: file.bytes }
        },
      }
    }
  }
}

/** The size of all files of a backup, without those that another one has to be read for. */
export const restoredBytes = ({ files }: BackupIndex) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * About how many bytes a backup takes once it is restored. A file of which it has only what changed counts as in the backup
 * that has all of it. @throws MissingBackup, DamagedBackup
 */
export async function restoredSize(store: BlobStore, folder: string, newest: BackupIndex): Promise<number> {
  if (newest.base === null) return restoredBytes(newest)
  const sizes = new Map<string, number>()
  for (const { files } of await readChain(store, folder, newest.base))
    for (const { path, bytes } of files) if (path === wholePath(path)) sizes.set(path, bytes)
  return newest.files.reduce((sum, { path, bytes }) => {
    const whole = wholePath(path)
    return sum + (whole === path ? bytes : Math.max(bytes, sizes.get(whole) ?? 0))
  }, 0)
}

interface Version {
  backup: BackupIndex
  pack: Pack
  files: ReadonlyMap<string, PackedFile>
}

async function* fileOf(chain: readonly Version[], path: string): AsyncGenerator<Buffer> {
  const versions: FileVersion[] = []
  const newest = chain.at(-1)!.backup.id
  for (const { pack, files } of chain.toReversed()) {
    const whole = files.get(path)
    const file = whole ?? files.get(incrementalPath(path))
    if (!file) break
    versions.unshift({
      kind: whole ? 'whole' : 'incremental',
      bytes: fileBytes(pack, file),
    })
    if (whole) break
  }
  if (versions.length === 1 && versions[0]!.kind === 'whole') {
    yield* freeing(versions[0]!.bytes)
    return
  }
  try {
    yield* freeing(reconstructed(versions))
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedBackup(newest, path, error.message)
    throw error
  }
}

/**
 * Passes pieces on, and frees the memory of each when the next one is asked for: to find a gigabyte in such pieces again,
 * garbage collection takes as long as writing it. Small ones share their memory.
 */
async function* freeing(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    yield piece
    const { buffer } = piece
    if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
  }
}

async function* wholeLabel(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const text = (await buffer(bytes)).toString('utf8')
  yield Buffer.from(text.replace(INCREMENTAL_LINES, ''))
}

const wholePath = (path: string) => {
  const { dir, base } = posix.parse(path)
  return base.startsWith(INCREMENTAL) ? posix.join(dir, base.slice(INCREMENTAL.length)) : path
}

const incrementalPath = (path: string) => {
  const { dir, base } = posix.parse(path)
  return posix.join(dir, `${INCREMENTAL}${base}`)
}

/** A list that was written by someone else must not write outside the data directory. */
function checkPath(id: string, path: string): string {
  if (path === '' || posix.isAbsolute(path) || posix.normalize(path) !== path || path.startsWith('..'))
    throw new DamagedBackup(id, JSON.stringify(path), 'is no path in a data directory')
  return path
}
