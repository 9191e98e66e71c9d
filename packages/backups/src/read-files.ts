import { join } from 'node:path'
import { type FileInPieces, type PackEvent, PIECE_BYTES } from './pack-writer.ts'
import { type BegunFile, pieceFiles } from './piece-files.ts'

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
  /** What has to be in the backup besides the files is returned, and which of them must not be. */
  end(): Promise<{
    endLsn: string
    timeline: number
    contents: { path: string; bytes: Buffer }[]
    unlogged: ReadonlySet<string>
  }>
  /** Throws when the server may have removed or overwritten some of the log before it was read. */
  confirmLog(): Promise<void>
}

/** Most files are a single piece, so some are begun together. */
const FILES_AT_ONCE = 16
/** How many times that many are begun while others are passed on. */
const BEGINNINGS_AHEAD = 3

/** How many bytes of a file are compressed in the same way before both are tried again. */
const TRY_AGAIN_BYTES = 32 * PIECE_BYTES

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
  }

  async *files(paths: readonly string[]): AsyncGenerator<PackEvent> {
    const ahead: Promise<FileInPieces[]>[] = []
    for (let from = 0; from < paths.length; from += FILES_AT_ONCE) {
      const files = this.#begun(paths.slice(from, from + FILES_AT_ONCE))
      // A failure is reported when its turn comes.
      files.catch(() => undefined)
      ahead.push(files)
      if (ahead.length > BEGINNINGS_AHEAD) yield* this.#listed(await ahead.shift()!)
    }
    for (const files of ahead) yield* this.#listed(await files)
  }

  /** Resolves once nothing is read any more. A failure is that of its piece. */
  async allRead(): Promise<void> {
    await Promise.allSettled(this.#reading)
  }

  *#listed(files: FileInPieces[]): Generator<FileInPieces> {
    for (const file of files) {
      this.found.push({ path: file.whole, bytes: file.bytes })
      yield file
    }
  }

  /** Those of some files that are not gone, whose first pieces have been read; their lengths are known then. */
  async #begun(paths: string[]): Promise<FileInPieces[]> {
    const { data, uid } = this.#cluster
    const begun = await this.#read(() =>
      pieceFiles.begin({ paths: paths.map((path) => join(data, path)), uid }),
    )
    return begun.flatMap((file, index) => (file ? [this.#inPieces(paths[index]!, file)] : []))
  }

  #inPieces(path: string, { bytes, ...first }: BegunFile): FileInPieces {
    const { data, uid } = this.#cluster
    let { compression } = first
    this.#progress(Math.min(bytes, PIECE_BYTES))
    return {
      whole: path,
      bytes,
      pieceAt: async (at) => {
        if (at === 0) return first.compressed
        const isTried = at % TRY_AGAIN_BYTES === 0
        const length = Math.min(bytes - at, PIECE_BYTES)
        const piece = await this.#read(() =>
          pieceFiles.read({
            path: join(data, path),
            uid,
            at,
            bytes: length,
            compression: isTried ? 'tried' : compression,
          }),
        )
        if (isTried) compression = piece.compression
        this.#progress(length)
        return piece.compressed
      },
    }
  }

  #progress(bytes: number) {
    this.#bytes += bytes
    this.#onProgress?.(this.#bytes)
  }

  async #read<T>(work: () => Promise<T>): Promise<T> {
    this.#cluster.broken.throwIfAborted()
    const reading = work()
    this.#reading.add(reading)
    try {
      return await reading
    } finally {
      this.#reading.delete(reading)
    }
  }
}
