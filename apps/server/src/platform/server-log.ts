import { closeSync, openSync, writeSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** A log file that has reached this size is rotated. */
export const LOG_FILE_BYTES = 20 * 1024 * 1024

/** How many rotated log files are kept. */
export const ROTATED_FILES_MAX = 5

/** Lines waiting for the disk beyond this size are dropped. */
export const LOG_BUFFER_BYTES = 8 * 1024 * 1024

/** Lines that follow a write sooner than this share the next one: each write takes as long as a short request. */
export const LOG_GATHERED_MS = 20

export type ServerLog = ReturnType<typeof openServerLog>

interface Options {
  /** The defaults are constants; tests pass smaller values. */
  fileBytes?: number
  rotatedFiles?: number
  bufferBytes?: number
}

const OWNER_ONLY = 0o600
const WARNING = 40

/**
 * A destination for the logger that never fails its caller. Lines are appended in batches to `file`, which is rotated to
 * `file.1`, `file.2` … at `fileBytes`; `rotatedFiles` old files are kept. Lines that cannot be written, because the disk is
 * full or too slow, are dropped and counted; the first line that can be written again says how many.
 */
export function openServerLog(file: string, options: Options = {}) {
  const {
    fileBytes = LOG_FILE_BYTES,
    rotatedFiles = ROTATED_FILES_MAX,
    bufferBytes = LOG_BUFFER_BYTES,
  } = options
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  let reason = ''
  let handle: FileHandle | undefined
  let size = 0
  let writing: Promise<void> | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let endGathering = () => {}

  const drop = (lines: number, why: string) => {
    dropped += lines
    reason = why
  }

  const reopened = async () => {
    await mkdir(path.dirname(file), { recursive: true })
    handle = await open(file, 'a', OWNER_ONLY)
    size = (await handle.stat()).size
    return handle
  }

  const rotate = async () => {
    await handle?.close()
    handle = undefined
    await rm(`${file}.${rotatedFiles}`, { force: true })
    for (let number = rotatedFiles - 1; number >= 1; number--)
      await rename(`${file}.${number}`, `${file}.${number + 1}`).catch(ifMissing)
    await rename(file, `${file}.1`).catch(ifMissing)
  }

  const take = () => {
    const lines = waiting
    waiting = []
    waitingBytes = 0
    const reported = dropped
    const notice = reported > 0 ? noticeOf(reported, reason) : ''
    return { lines, reported, text: `${notice}${lines.join('')}` }
  }

  const writeBatch = async () => {
    const { lines, reported, text } = take()
    try {
      if (handle && size >= fileBytes) await rotate()
      const current = handle ?? (await reopened())
      const bytes = Buffer.from(text)
      await writeWhole(current, bytes, size)
      size += bytes.length
      dropped -= reported
    } catch (error) {
      drop(lines.length, (error as Error).message)
      // After a failure the file is opened again with the next batch. The lines of this one count as dropped.
      await handle?.close().catch(() => undefined)
      handle = undefined
    }
  }

  const writeAll = async () => {
    while (waiting.length > 0) await writeBatch()
    writtenAt = performance.now()
    writing = undefined
  }

  const gathered = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOG_GATHERED_MS)
      endGathering = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const written = () => {
    endGathering()
    return writing
  }

  return {
    /** How many lines were dropped and are not reported yet. */
    get dropped() {
      return dropped
    },

    write(line: string) {
      if (waitingBytes + line.length > bufferBytes) return drop(1, 'the disk does not keep up')
      waiting.push(line)
      waitingBytes += line.length
      const isSoon = performance.now() - writtenAt < LOG_GATHERED_MS
      writing ??= (isSoon ? gathered() : Promise.resolve()).then(writeAll)
    },

    /** Resolves when every line so far is written or dropped. */
    async flush() {
      await written()
    },

    /** For the end of the process: writes pending lines synchronously, as far as possible. */
    flushSync() {
      if (waiting.length === 0) return
      const { text } = take()
      try {
        const descriptor = openSync(file, 'a', OWNER_ONLY)
        writeSync(descriptor, text)
        closeSync(descriptor)
      } catch {
        // There is nowhere left to report it.
      }
    },

    async close() {
      await written()
      // Closed last, so a failure cannot be logged.
      await handle?.close().catch(() => undefined)
      handle = undefined
    },
  }
}

/** Appends all bytes or none: a full disk accepts a part, which would leave a torn line. */
async function writeWhole(handle: FileHandle, bytes: Buffer, sizeBefore: number) {
  try {
    for (let done = 0; done < bytes.length; ) done += (await handle.write(bytes, done)).bytesWritten
  } catch (error) {
    await handle.truncate(sizeBefore)
    throw error
  }
}

const noticeOf = (dropped: number, reason: string) =>
  `${JSON.stringify({ level: WARNING, time: Date.now(), dropped, msg: `${dropped} log lines were dropped: ${reason}` })}\n`

function ifMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
