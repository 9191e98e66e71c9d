import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { ResultRow } from '@basalt/contract/query/query.schema.ts'
import { OWNER_ONLY } from './scratch-file.ts'
import { MARK_BYTES, MARK_ROWS, READ_BYTES } from './stored-rows.rules.ts'

interface Mark {
  readonly row: number
  readonly offset: number
}

/** Rows in an unlinked file, which disappears with the process. One writer, any number of readers. */
export class RowFile {
  readonly #file: FileHandle
  readonly #marks: Mark[] = [{ row: 0, offset: 0 }]
  #rows = 0
  #bytes = 0
  #readings = 0
  #isClosed = false

  /** `file` is empty and open for reading and writing; `close` closes it. */
  constructor(file: FileHandle) {
    this.#file = file
  }

  /** Creates a file in this folder, and the folder if necessary. */
  static async in(folder: string): Promise<RowFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = path.join(folder, randomUUID())
    const file = await open(name, 'wx+', OWNER_ONLY)
    await unlink(name)
    return new RowFile(file)
  }

  /** The number of complete rows. */
  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Await each call before the next. On an error of the file system, none of the rows are added. */
  async append(rows: readonly ResultRow[]): Promise<void> {
    const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))
    const added = Buffer.concat(lines)
    // A nearly full disk may accept a part before it refuses the rest.
    for (let done = 0; done < added.length; ) {
      const { bytesWritten } = await this.#file.write(added, done, added.length - done, this.#bytes + done)
      done += bytesWritten
    }
    for (const line of lines) {
      const last = this.#marks.at(-1)!
      if (this.#rows - last.row >= MARK_ROWS || this.#bytes - last.offset >= MARK_BYTES)
        this.#marks.push({ row: this.#rows, offset: this.#bytes })
      this.#rows += 1
      this.#bytes += line.length
    }
  }

  /** Up to `count` rows starting at `from` (0-based), limited in size but at least one if it exists. */
  async read(from: number, count: number): Promise<ResultRow[]> {
    const until = Math.min(from + count, this.#rows)
    if (from >= until || this.#isClosed) return []
    const { firstRow, lines } = await this.#lines(from, until)
    return lines.slice(from - firstRow, until - firstRow).map(rowOf)
  }

  /** Reads rows anywhere in the file, by number and in the given order. */
  async pick(numbers: ArrayLike<number>): Promise<ResultRow[]> {
    const rows: ResultRow[] = []
    let read = { firstRow: 0, lines: [] as string[] }
    let length = 0
    for (let place = 0; place < numbers.length && length < READ_BYTES && !this.#isClosed; place += 1) {
      const row = numbers[place]!
      if (row >= this.#rows) break
      // Rows of a filter are often adjacent.
      if (!(row >= read.firstRow && row < read.firstRow + read.lines.length))
        read = await this.#lines(row, row + 1)
      const line = read.lines[row - read.firstRow]!
      length += line.length
      rows.push(rowOf(line))
    }
    return rows
  }

  /** Keeps the file open while `work` uses its descriptor. */
  async withDescriptor<T>(work: (fd: number) => Promise<T>): Promise<T> {
    this.#readings += 1
    try {
      return await work(this.#file.fd)
    } finally {
      this.#readings -= 1
      if (this.#isClosed) await this.#release()
    }
  }

  /** The lines from the last mark at or before `from`, up to `until` or the size limit of a read. */
  async #lines(from: number, until: number): Promise<{ firstRow: number; lines: string[] }> {
    const first = this.#markOf(from)
    const { row, offset } = this.#marks[first]!
    const text = Buffer.alloc(this.#endOf(first, until) - offset)
    await this.withDescriptor(() => this.#file.read(text, 0, text.length, offset))
    return { firstRow: row, lines: text.toString().split('\n').slice(0, -1) }
  }

  /** Releases the disk space once the last reader has finished. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#release()
  }

  async #release() {
    if (this.#readings === 0) await this.#file.close()
  }

  /** The last mark at or before a row. */
  #markOf(row: number): number {
    let low = 0
    let high = this.#marks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#marks[middle]!.row <= row) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The offset at which to stop reading: after the requested rows, or at the size limit. */
  #endOf(first: number, until: number): number {
    const start = this.#marks[first]!.offset
    for (let next = first + 1; next < this.#marks.length; next += 1) {
      const { row, offset } = this.#marks[next]!
      if (row >= until || offset - start >= READ_BYTES) return offset
    }
    return this.#bytes
  }
}

const rowOf = (line: string) => JSON.parse(line) as ResultRow
