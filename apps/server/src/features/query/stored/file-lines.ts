import { readSync } from 'node:fs'

const LINE_FEED = 10

/** The lines of a file range, each with the offset after it, read in chunks of a fixed size. */
export function* fileLines(
  fd: number,
  from: number,
  to: number,
  chunkBytes: number,
): Generator<readonly [string, number]> {
  const chunk = Buffer.alloc(chunkBytes)
  /** The start of a line that continues in the next chunk. */
  let partial: Buffer[] = []
  for (let offset = from; offset < to; ) {
    const length = readSync(fd, chunk, 0, Math.min(chunk.length, to - offset), offset)
    if (length === 0) return
    let start = 0
    for (
      let end = chunk.indexOf(LINE_FEED);
      end >= 0 && end < length;
      end = chunk.indexOf(LINE_FEED, start)
    ) {
      const rest = chunk.subarray(start, end)
      yield [
        partial.length === 0 ? rest.toString() : Buffer.concat([...partial, rest]).toString(),
        offset + end + 1,
      ]
      partial = []
      start = end + 1
    }
    if (start < length) partial.push(Buffer.from(chunk.subarray(start, length)))
    offset += length
  }
}
