import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { ResultRow } from '@basalt/contract/query/query.schema.ts'
import { MARK_BYTES, MARK_ROWS, READ_BYTES } from './stored-rows.rules.ts'

const OWNER_ONLY = 0o600

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

  private constructor(file: FileHandle) {
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

  /** Call it again only when it has resolved. */
  async append(rows: readonly ResultRow[]): Promise<void> {
    const lines = rows.map((row) => Buffer.from(`${JSON.stringify(row)}\n`))
    const added = Buffer.concat(lines)
    await this.#file.write(added, 0, added.length, this.#bytes)
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
    const first = this.#markOf(from)
    const { row, offset } = this.#marks[first]!
    const end = this.#endOf(first, until)
    const text = Buffer.alloc(end - offset)
    this.#readings += 1
    try {
      await this.#file.read(text, 0, text.length, offset)
    } finally {
      this.#readings -= 1
      if (this.#isClosed) await this.#release()
    }
    return text
      .toString()
      .split('\n', until - row)
      .slice(from - row)
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ResultRow)
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
