/** A chunk is closed when it has this many values or UTF-16 code units, whichever comes first. */
const CHUNK_VALUES = 1024
const CHUNK_LENGTH = 1024 * 1024
const NULL = 0x8000_0000

interface Chunk {
  firstRow: number
  /** All values, concatenated. */
  text: string
  /** Where each value ends in the text, with the NULL bit set for SQL NULL. */
  ends: Uint32Array
}

/**
 * The values of one result column, appended as they arrive. A million short strings cost many times their length, so a
 * closed chunk stores one long text and the offsets of its values; a value becomes a string only when it is read.
 */
export class TextColumn {
  readonly #chunks: Chunk[] = []
  #firstOpenRow = 0
  #open: (string | null)[] = []
  #openLength = 0

  get length(): number {
    return this.#firstOpenRow + this.#open.length
  }

  append(value: string | null): void {
    this.#open.push(value)
    this.#openLength += value?.length ?? 0
    if (this.#open.length >= CHUNK_VALUES || this.#openLength >= CHUNK_LENGTH) this.#close()
  }

  /** The value of a row, counted from 0. Null for NULL, undefined for a row that does not exist. */
  at(row: number): string | null | undefined {
    if (row >= this.#firstOpenRow) return this.#open[row - this.#firstOpenRow]
    const chunk = this.#chunkOf(row)
    if (!chunk) return undefined
    const index = row - chunk.firstRow
    const end = chunk.ends[index]!
    if (end & NULL) return null
    const start = index === 0 ? 0 : chunk.ends[index - 1]! & ~NULL
    return chunk.text.slice(start, end)
  }

  #close() {
    const ends = new Uint32Array(this.#open.length)
    let end = 0
    this.#open.forEach((value, index) => {
      end += value?.length ?? 0
      ends[index] = value === null ? end | NULL : end
    })
    this.#chunks.push({ firstRow: this.#firstOpenRow, text: this.#open.join(''), ends })
    this.#firstOpenRow += this.#open.length
    this.#open = []
    this.#openLength = 0
  }

  #chunkOf(row: number): Chunk | undefined {
    let low = 0
    let high = this.#chunks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#chunks[middle]!.firstRow <= row) low = middle
      else high = middle - 1
    }
    return row >= 0 ? this.#chunks[low] : undefined
  }
}
