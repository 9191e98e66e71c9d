import type { FileHandle } from 'node:fs/promises'
import type { Bytes } from './blob-store.ts'

/** What is gathered before it is written: one call of the system for many small pieces. */
const BATCH_BYTES = 1024 * 1024

/**
 * Writes what comes at a position of a file, while more comes in: two batches are in memory at most. When the body
 * breaks off, what came before is written; its error is thrown.
 */
export async function writeBehind(handle: FileHandle, body: Bytes, position: number) {
  let batch: Uint8Array[] = []
  let gathered = 0
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    await writing
    writing = writeAll(handle, batch, position)
    // Whoever awaits it learns of a failure; until then nobody does, and that must not end the process.
    writing.catch(() => undefined)
    position += gathered
    batch = []
    gathered = 0
  }
  try {
    for await (const chunk of body) {
      batch.push(chunk)
      gathered += chunk.length
      if (gathered >= BATCH_BYTES) await write()
    }
  } finally {
    await write()
    await writing
  }
}

async function writeAll(handle: FileHandle, batch: Uint8Array[], position: number) {
  let left = batch
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left, position)
    position += bytesWritten
    left = after(left, bytesWritten)
  }
}

/** What is left of a batch after its first bytes: a disk that is almost full takes a part of it. */
function after(batch: Uint8Array[], bytes: number) {
  let index = 0
  while (index < batch.length && bytes >= batch[index]!.length) bytes -= batch[index++]!.length
  return index < batch.length ? [batch[index]!.subarray(bytes), ...batch.slice(index + 1)] : []
}
