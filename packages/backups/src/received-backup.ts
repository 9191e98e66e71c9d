import { randomBytes } from 'node:crypto'
import { FromServer } from '@basalt/postgres-wire/message-codes.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { type BackupSource, MANIFEST, type Position } from './backup-source.ts'
import type { PackEvent } from './pack-writer.ts'
import { beginsCopy, ReplicationConnection, type ReplicationLogin } from './replication-connection.ts'
import { TarReader } from './tar-members.ts'

/**
 * Without the server's checksums of files, which take it a fifth of its time and which nothing reads: what is stored has its own, and
 * the server compares only names and sizes with what it has now.
 */
const MANIFEST_OPTIONS = "MANIFEST 'yes', MANIFEST_CHECKSUMS 'NONE'"

/**
 * A backup that the server sends over a connection of its own, and for which it checks each page: all of its files, or what
 * changed since the backup with that manifest.
 */
export async function receivedBackup(
  login: ReplicationLogin,
  {
    label,
    manifest,
    onProgress,
    ...options
  }: {
    label: string
    manifest: AsyncIterable<Uint8Array> | undefined
    onProgress: ((bytes: number) => void) | undefined
    signal: AbortSignal | undefined
    silenceMs: number | undefined
  },
): Promise<BackupSource> {
  const connection = await ReplicationConnection.open(login, options)
  try {
    const [[systemId]] = (await connection.rows('IDENTIFY_SYSTEM')) as [[string]]
    if (manifest) await connection.upload('UPLOAD_MANIFEST', manifest)
    await keepLog(connection)
    connection.begin(
      `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, ${MANIFEST_OPTIONS}${manifest ? ', INCREMENTAL' : ''})`,
    )
    return new ReceivedBackup(connection, systemId, onProgress)
  } catch (error) {
    connection.close()
    throw error
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

/** Reads the answer to BASE_BACKUP. */
class ReceivedBackup implements BackupSource {
  readonly systemId: string
  readonly folders: string[] = []
  readonly #connection: ReplicationConnection
  readonly #onProgress: ((bytes: number) => void) | undefined
  readonly #positions: Position[] = []
  #bytes = 0

  constructor(
    connection: ReplicationConnection,
    systemId: string,
    onProgress: ((bytes: number) => void) | undefined,
  ) {
    this.#connection = connection
    this.systemId = systemId
    this.#onProgress = onProgress
  }

  omits(): boolean {
    return false
  }

  range(): { start: Position; end: Position } {
    return { start: this.#positions[0]!, end: this.#positions.at(-1)! }
  }

  async close() {
    this.#connection.close()
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
