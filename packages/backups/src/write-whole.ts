import type { FileHandle } from 'node:fs/promises'

/**
 * Writes all bytes at a position of a file. A disk that gets full takes a part of them and reports no failure; it does so
 * when the rest is written. @throws ENOSPC and whatever else writing does
 */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}
