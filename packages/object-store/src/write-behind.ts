import type { FileHandle } from 'node:fs/promises'
import type { Bytes } from './blob-store.ts'
import { freeMemory } from './free-memory.ts'

/** Bytes that are collected before they are written, so that many small pieces take one system call. */
const BATCH_BYTES = 1024 * 1024
/** Bytes after which a flush is started while more arrive, so that little is left to flush at the end. */
const FLUSH_BYTES = 4 * BATCH_BYTES

/**
 * Writes a body to a file at a position while more of it arrives, and flushes it; at most two batches are in memory. When
 * the body breaks off, what came before is written and flushed, and its error is thrown.
 *
 * @param onWritten - called with the position up to which the file can be read
 * @returns where the written bytes end
 */
export async function writeBehind(
  handle: FileHandle,
  body: Bytes,
  position: number,
  onWritten: (end: number) => void = () => undefined,
) {
  const flushed = flushingBehind(handle)
  let batch: Uint8Array[] = []
  let gathered = 0
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    await writing
    writing = writeOut(batch, position)
    // A caller that awaits it gets the failure; until then it is unhandled, which must not end the process.
    writing.catch(() => undefined)
    position += gathered
    batch = []
    gathered = 0
  }
  const writeOut = async (pieces: Uint8Array[], start: number) => {
    const end = await writeAll(handle, pieces, start)
    for (const piece of pieces) freeMemory(piece)
    onWritten(end)
    flushed.after(end - start)
  }
  try {
    for await (const chunk of body) {
      batch.push(chunk)
      gathered += chunk.length
      if (gathered >= BATCH_BYTES) await write()
    }
  } finally {
    try {
      await write()
      await writing
    } finally {
      await flushed.atEnd()
    }
  }
  return position
}

/** A failed flush is reported only once, and later ones may succeed: so every one is awaited at the end. */
function flushingBehind(handle: FileHandle) {
  let unflushed = 0
  let isFlushing = false
  let flushing: Promise<void> = Promise.resolve()
  return {
    /** Called with the number of bytes just written. */
    after(bytes: number) {
      unflushed += bytes
      if (isFlushing || unflushed < FLUSH_BYTES) return
      unflushed = 0
      isFlushing = true
      flushing = Promise.all([flushing, handle.datasync()]).then(() => {
        isFlushing = false
      })
      flushing.catch(() => undefined)
    },
    /** Resolves when everything is flushed. */
    async atEnd() {
      await Promise.all([flushing, handle.datasync()])
    },
  }
}

async function writeAll(handle: FileHandle, batch: Uint8Array[], position: number) {
  let left = batch
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left, position)
    position += bytesWritten
    left = after(left, bytesWritten)
  }
  return position
}

/** The rest of a batch after its first bytes: a disk that is almost full takes only a part. */
function after(batch: Uint8Array[], bytes: number) {
  let index = 0
  while (index < batch.length && bytes >= batch[index]!.length) bytes -= batch[index++]!.length
  return index < batch.length ? [batch[index]!.subarray(bytes), ...batch.slice(index + 1)] : []
}
