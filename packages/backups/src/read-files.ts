import { join } from 'node:path'
import { type FileInPieces, type PackEvent, PIECE_BYTES } from './pack-writer.ts'
import { type CompressedPiece, pieceFiles } from './piece-files.ts'

/**
 * A running cluster in a backup: all of `files` are read, then `end` is called, then the log is read, from `startLsn` to
 * where the backup ended. Paths are those in the data directory.
 */
export interface ClusterInBackup extends AsyncDisposable {
  systemId: string
  startLsn: string
  /** Folders before what is in them. */
  folders: readonly string[]
  files: readonly string[]
  /** The data directory, and the user that everything in it belongs to. */
  data: string
  uid: number
  /** Aborted once the backup cannot be completed. */
  broken: AbortSignal
  /** What has to be in the backup besides the files is returned. */
  end(): Promise<{ endLsn: string; timeline: number; contents: { path: string; bytes: Buffer }[] }>
  /** Throws when the server may have removed or overwritten some of the log before it was read. */
  confirmLog(): Promise<void>
}

/** As many files are begun while others are passed on: most are a single piece. */
const FILES_AHEAD = 8

/** Reads files of a running cluster for a pack. */
export class ReadFiles {
  /** The files so far, without those that were gone. */
  readonly found: { path: string; bytes: number }[] = []
  readonly #cluster: ClusterInBackup
  readonly #onProgress: ((bytes: number) => void) | undefined
  readonly #reading = new Set<Promise<unknown>>()
  #bytes = 0

  constructor(cluster: ClusterInBackup, onProgress: ((bytes: number) => void) | undefined) {
    this.#cluster = cluster
    this.#onProgress = onProgress
    pieceFiles.announce()
  }

  async *files(paths: readonly string[]): AsyncGenerator<PackEvent> {
    const ahead: Promise<FileInPieces | undefined>[] = []
    for (const path of paths) {
      const file = this.#begun(path)
      // A failure is reported when its turn comes.
      file.catch(() => undefined)
      ahead.push(file)
      if (ahead.length > FILES_AHEAD) yield* this.#unlessGone(await ahead.shift())
    }
    for (const file of ahead) yield* this.#unlessGone(await file)
  }

  /** Resolves once nothing is read any more. A failure is that of its piece. */
  async allRead(): Promise<void> {
    await Promise.allSettled(this.#reading)
  }

  *#unlessGone(file: FileInPieces | undefined): Generator<FileInPieces> {
    if (!file) return
    this.found.push({ path: file.whole, bytes: file.bytes })
    yield file
  }

  /** A file whose first piece has been read; its length is known then. */
  async #begun(path: string): Promise<FileInPieces | undefined> {
    const first = await this.#read(path, 0).catch((error) => {
      // Dropped meanwhile: the log drops it again.
      if (error.code !== 'ENOENT') throw error
    })
    if (!first) return undefined
    const { compressed, fileBytes: bytes } = first
    return {
      whole: path,
      bytes,
      pieceAt: async (at) =>
        at === 0 ? compressed : (await this.#read(path, at, Math.min(bytes - at, PIECE_BYTES))).compressed,
    }
  }

  async #read(path: string, at: number, bytes?: number): Promise<CompressedPiece> {
    const { data, uid, broken } = this.#cluster
    broken.throwIfAborted()
    const read = pieceFiles.read({ path: join(data, path), uid, at, ...(bytes !== undefined && { bytes }) })
    this.#reading.add(read)
    try {
      const piece = await read
      this.#bytes += bytes ?? Math.min(piece.fileBytes, PIECE_BYTES)
      this.#onProgress?.(this.#bytes)
      return piece
    } finally {
      this.#reading.delete(read)
    }
  }
}
