/**
 * Converts UTF-8 byte offsets to UTF-16 indexes. For ascending offsets it reads the text once; an offset below the previous
 * one starts over.
 */
export class Utf8Offsets {
  readonly #text: string
  #index = 0
  #bytes = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the length of the text for an offset beyond its end. */
  indexOf(offset: number): number {
    if (offset < this.#bytes) {
      this.#index = 0
      this.#bytes = 0
    }
    while (this.#bytes < offset && this.#index < this.#text.length) {
      const code = this.#text.codePointAt(this.#index)!
      this.#bytes += utf8Length(code)
      this.#index += code > 0xffff ? 2 : 1
    }
    return this.#index
  }
}

/** A lone surrogate is encoded as the replacement character, which also takes three bytes. */
const utf8Length = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
