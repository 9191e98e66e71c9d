/** Uses the memory of a chunk in place, and copies what it still needs once the chunk ends. */
export interface Borrower {
  copyBorrowed(): void
}

/**
 * Bytes that are overwritten as soon as the listener that got them returns. This is not a Buffer on purpose: what a
 * listener keeps, it has to copy or to give to a borrower, and a chunk that is used later throws.
 */
export class BorrowedChunk {
  readonly length: number
  #memory: Buffer | undefined
  #borrower: Borrower | undefined

  private constructor(memory: Buffer, length: number) {
    this.#memory = memory
    this.length = length
  }

  /** Calls the listener with the first `length` bytes of the memory, which may be overwritten afterwards. */
  static lend<T>(memory: Buffer, length: number, listener: (chunk: BorrowedChunk) => T): T {
    const chunk = new BorrowedChunk(memory, length)
    try {
      return listener(chunk)
    } finally {
      chunk.#memory = undefined
      chunk.#borrower?.copyBorrowed()
    }
  }

  /** Returns a copy that may be kept. */
  copy(): Buffer {
    return Buffer.from(this.#current().subarray(0, this.length))
  }

  /** Returns the memory itself to the one borrower that will be told when the chunk ends. */
  lendTo(borrower: Borrower): Buffer {
    if (this.#borrower !== undefined) throw new Error('A chunk has only one borrower.')
    const memory = this.#current()
    this.#borrower = borrower
    return memory
  }

  #current(): Buffer {
    if (this.#memory === undefined)
      throw new Error('A borrowed chunk was used after its listener had returned.')
    return this.#memory
  }
}
