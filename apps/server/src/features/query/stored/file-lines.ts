import { readSync } from 'node:fs'

const LINE_FEED = 10

/** The lines of a part of a file, and the offset behind each, read in pieces of a fixed size. */
export function* fileLines(
  fd: number,
  from: number,
  to: number,
  pieceBytes: number,
): Generator<readonly [string, number]> {
  const piece = Buffer.alloc(pieceBytes)
  /** The beginning of a line that continues in the next piece. */
  let open: Buffer[] = []
  for (let offset = from; offset < to; ) {
    const length = readSync(fd, piece, 0, Math.min(piece.length, to - offset), offset)
    if (length === 0) return
    let start = 0
    for (
      let end = piece.indexOf(LINE_FEED);
      end >= 0 && end < length;
      end = piece.indexOf(LINE_FEED, start)
    ) {
      const rest = piece.subarray(start, end)
      yield [
        open.length === 0 ? rest.toString() : Buffer.concat([...open, rest]).toString(),
        offset + end + 1,
      ]
      open = []
      start = end + 1
    }
    if (start < length) open.push(Buffer.from(piece.subarray(start, length)))
    offset += length
  }
}
