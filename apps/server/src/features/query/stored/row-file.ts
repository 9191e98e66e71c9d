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

/** Rows in a file without a name: it ends with the process, however that ends. Written by one, read by any number. */
export class RowFile {
  readonly #file: FileHandle
  readonly #marks: Mark[] = [{ row: 0, offset: 0 }]
  #rows = 0
  #bytes = 0
  #readings = 0
  #isClosed = false

  /** On an empty file that is open to write and read; it is closed with this. */
  constructor(file: FileHandle) {
    this.#file = file
  }

  /** In this folder, which is made when it is not there. */
  static async in(folder: string): Promise<RowFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = path.join(folder, randomUUID())
    const file = await open(name, 'wx+', OWNER_ONLY)
    await unlink(name)
    return new RowFile(file)
  }

  /** How many rows can be read. */
  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Call it again only when it has resolved. Rejects with what the file system says; the rows are not there then. */
  async append(rows: readonly ResultRow[]): Promise<void> {
    const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))
    const added = Buffer.concat(lines)
    // A disk that is nearly full takes a part, and refuses the rest.
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

  /** Rows from one on, counted from 0: as many as are asked for, there, and not too long; at least one that is there. */
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
      // Rows of a filter often lie side by side.
      if (!(row >= read.firstRow && row < read.firstRow + read.lines.length))
        read = await this.#lines(row, row + 1)
      const line = read.lines[row - read.firstRow]!
      length += line.length
      rows.push(rowOf(line))
    }
    return rows
  }

  /** Keeps the file open for work on its descriptor. */
  async lend<T>(work: (fd: number) => Promise<T>): Promise<T> {
    this.#readings += 1
    try {
      return await work(this.#file.fd)
    } finally {
      this.#readings -= 1
      if (this.#isClosed) await this.#release()
    }
  }

  /** The lines from the last mark at or before a row on, to before another or as many as are read at once. */
  async #lines(from: number, until: number): Promise<{ firstRow: number; lines: string[] }> {
    const first = this.#markOf(from)
    const { row, offset } = this.#marks[first]!
    const text = Buffer.alloc(this.#endOf(first, until) - offset)
    await this.lend(() => this.#file.read(text, 0, text.length, offset))
    return { firstRow: row, lines: text.toString().split('\n').slice(0, -1) }
  }

  /** Gives the disk back, once nobody reads any more. */
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

  /** Where to stop reading: behind the rows wanted, or behind so many bytes. */
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
