import { randomBytes } from 'node:crypto'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { type BackupIndex, type PackedFile, readIndex, writeIndex } from './backup-index.ts'
import { backupKeys } from './backup-keys.ts'
import { packOf } from './pack.ts'
import { fileBytes } from './pack-reader.ts'
import { type PackEvent, packed } from './pack-writer.ts'
import { beginsCopy, ReplicationConnection, type ReplicationLogin } from './replication-connection.ts'
import { TarReader } from './tar-members.ts'

/** The server's list of files, as it is called in the pack. */
const MANIFEST = 'backup_manifest'
/**
 * Without the server's checksums of files, which take it a fifth of its time and which nothing reads: what is stored has its own, and
 * the server compares only names and sizes with what it has now.
 */
const MANIFEST_OPTIONS = "MANIFEST 'yes', MANIFEST_CHECKSUMS 'NONE'"

export interface TakeBackup {
  login: ReplicationLogin
  store: BlobStore
  folder: string
  id: string
  /** The backup to compare with; a full backup without it. */
  base?: string | undefined
  signal?: AbortSignal
  /** How long the server may send nothing; five minutes unless stated. */
  silenceMs?: number
  /** Called with the uncompressed bytes received so far. */
  onProgress?: (bytes: number) => void
}

/**
 * Backs up a running server into the store, while it is written to: all of its files, or what changed since `base`, with
 * the log that makes them consistent. A failure, a kill, a server that stopped responding or the
 * signal leaves nothing that counts as a backup.
 * @throws PostgresError: 55000 when the server no longer knows what changed since `base`, so that a full backup is needed
 */
export async function takeBackup(options: TakeBackup): Promise<BackupIndex> {
  const { login, store, folder, id, base, signal } = options
  const connection = await ReplicationConnection.open(login, { signal, silenceMs: options.silenceMs })
  try {
    const [[systemId]] = (await connection.rows('IDENTIFY_SYSTEM')) as [[string]]
    if (base !== undefined) {
      const { manifest } = await readIndex(store, folder, base)
      await connection.upload('UPLOAD_MANIFEST', fileBytes(packOf(store, folder, base), manifest))
    }
    await keepLog(connection)
    const startedAt = new Date().toISOString()
    connection.begin(
      `BASE_BACKUP (LABEL 'basalt ${id}', CHECKPOINT 'fast', WAL true, ${MANIFEST_OPTIONS}${base === undefined ? '' : ', INCREMENTAL'})`,
    )
    const received = new ReceivedBackup(connection, options.onProgress)
    const files: PackedFile[] = []
    const keys = backupKeys(folder, id)
    const { size } = await store.write(keys.pack, packed(received.events(), files))
    const { start, end } = received.range()
    const index: BackupIndex = {
      format: 2,
      id,
      kind: base === undefined ? 'full' : 'incremental',
      base: base ?? null,
      systemId,
      timeline: end.timeline,
      startLsn: start.lsn,
      endLsn: end.lsn,
      startedAt,
      endedAt: new Date().toISOString(),
      folders: received.folders,
      files: files.filter(({ path }) => path !== MANIFEST),
      manifest: files.find(({ path }) => path === MANIFEST)!,
      packBytes: size,
    }
    await writeIndex(store, folder, index)
    return index
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    connection.close()
  }
}

/** SQLSTATE of a server whose replication slots are all in use. */
const NO_SLOT_LEFT = '53400'

/**
 * Makes the server keep the log of the backup, which it sends last, until the connection ends: a checkpoint would remove it
 * when much is written meanwhile. Without a free slot, the backup fails in that case.
 */
async function keepLog(connection: ReplicationConnection): Promise<void> {
  const name = `basalt_backup_${randomBytes(4).toString('hex')}`
  try {
    await connection.rows(`CREATE_REPLICATION_SLOT "${name}" TEMPORARY PHYSICAL RESERVE_WAL`)
  } catch (error) {
    if (!(error instanceof PostgresError) || error.sqlstate !== NO_SLOT_LEFT) throw error
  }
}

/** Removes a backup. Those that build on it can no longer be restored. */
export async function removeBackup(store: BlobStore, folder: string, id: string): Promise<void> {
  const keys = backupKeys(folder, id)
  // Without its list it is no backup, so a kill in between leaves nothing half.
  await store.remove(keys.index)
  await store.remove(keys.pack)
}

interface Position {
  lsn: string
  timeline: number
}

/** Reads the answer to BASE_BACKUP. */
class ReceivedBackup {
  readonly folders: string[] = []
  readonly #connection: ReplicationConnection
  readonly #onProgress: ((bytes: number) => void) | undefined
  readonly #positions: Position[] = []
  #bytes = 0

  constructor(connection: ReplicationConnection, onProgress?: (bytes: number) => void) {
    this.#connection = connection
    this.#onProgress = onProgress
  }

  /** Where the backup starts and ends; known once `events` has ended. */
  range(): { start: Position; end: Position } {
    return { start: this.#positions[0]!, end: this.#positions.at(-1)! }
  }

  async *events(): AsyncGenerator<PackEvent> {
    this.#positions.push(await this.#position())
    // The tablespaces, of which one is the cluster itself.
    let message = await this.#connection.next()
    while (!beginsCopy(message)) message = await this.#connection.next()
    const tar = new TarReader()
    let archives = 0
    let isManifest = false
    for (message = await this.#connection.next(); message.type !== FromServer.copyDone; ) {
      const { body } = message
      const kind = String.fromCharCode(body[0]!)
      if (kind === 'n' && archives++ > 0)
        throw new Error('A database with tablespaces of its own cannot be backed up.')
      if (kind === 'm') {
        isManifest = true
        yield { file: MANIFEST }
      }
      if (kind === 'd') {
        const data = body.subarray(1)
        this.#bytes += data.length
        this.#onProgress?.(this.#bytes)
        if (isManifest) yield { data }
        else yield* this.#files(tar, data)
      }
      message = await this.#connection.next()
    }
    if (!tar.isComplete || !isManifest) throw new Error('The server ended the backup before it was complete.')
    this.#positions.push(await this.#position())
    while (message.type !== FromServer.readyForQuery) message = await this.#connection.next()
  }

  *#files(tar: TarReader, data: Buffer): Generator<PackEvent> {
    for (const event of tar.read(data)) {
      if ('data' in event) yield event
      else if (event.member.kind === 'folder') this.folders.push(event.member.path)
      else if (event.member.kind === 'file') yield { file: event.member.path }
      else throw new Error('A database with tablespaces of its own cannot be backed up.')
    }
  }

  /** A row with a position in the log and its timeline. */
  async #position(): Promise<Position> {
    let message = await this.#connection.next()
    while (message.type !== FromServer.dataRow) message = await this.#connection.next()
    const { body } = message
    const length = body.readInt32BE(2)
    const lsn = body.toString('latin1', 6, 6 + length)
    const timelineLength = body.readInt32BE(6 + length)
    const timeline = Number(body.toString('latin1', 10 + length, 10 + length + timelineLength))
    return { lsn, timeline }
  }
}
