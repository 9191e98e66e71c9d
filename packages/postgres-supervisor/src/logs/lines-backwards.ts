import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 64 * 1024
/** A log line may contain a whole statement; longer ones are skipped so that they do not fill memory. */
const LONGEST_LINE_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** Yields the lines of a file from last to first; holds at most one chunk and one line in memory. */
export async function* linesBackwards(file: FileHandle): AsyncGenerator<string> {
  let { size: position } = await file.stat()
  /** The start of the line whose end was already read, nearest part first. */
  let parts: Buffer[] = []
  let length = 0
  const take = (part: Buffer) => {
    length += part.length
    parts = length > LONGEST_LINE_BYTES ? [] : [part, ...parts]
  }
  const finish = () => {
    const line = length > LONGEST_LINE_BYTES ? '' : Buffer.concat(parts).toString('utf8')
    parts = []
    length = 0
    return line
  }
  while (position > 0) {
    const start = Math.max(0, position - CHUNK_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(position - start), 0, position - start, start)
    let end = bytesRead
    for (let at = end - 1; at >= 0; at--) {
      if (buffer[at] !== NEWLINE) continue
      take(buffer.subarray(at + 1, end))
      end = at
      const line = finish()
      if (line) yield line
    }
    take(buffer.subarray(0, end))
    position = start
  }
  const first = finish()
  if (first) yield first
}
