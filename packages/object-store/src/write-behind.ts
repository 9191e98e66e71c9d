import type { FileHandle } from 'node:fs/promises'
import type { Bytes } from './blob-store.ts'
import { giveBack } from './give-back.ts'

/** What is gathered before it is written: one call of the system for many small pieces. */
const BATCH_BYTES = 1024 * 1024
/** What is written before it is flushed while more comes in, so that the end has little left to wait for. */
const FLUSH_BYTES = 4 * BATCH_BYTES

/**
 * Writes what comes at a position of a file while more comes in, and flushes it: two batches are in memory at most.
 * When the body breaks off, what came before is written and flushed; its error is thrown.
 *
 * @param onWritten - is told how far the file can be read by now, in bytes
 * @returns where the file ends
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
    for (const piece of pieces) giveBack(piece)
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

/** A flush that fails is told once, and the next one may succeed: none of them is forgotten before the end. */
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

/** What is left of a batch after its first bytes: a disk that is almost full takes a part of it. */
function after(batch: Uint8Array[], bytes: number) {
  let index = 0
  while (index < batch.length && bytes >= batch[index]!.length) bytes -= batch[index++]!.length
  return index < batch.length ? [batch[index]!.subarray(bytes), ...batch.slice(index + 1)] : []
}
