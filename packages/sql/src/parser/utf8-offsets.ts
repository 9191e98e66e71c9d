/**
 * The UTF-16 indexes of byte offsets into the UTF-8 form of a text. Asked for in rising order it reads the text once;
 * an offset before the last one starts again.
 */
export class Utf8Offsets {
  readonly #text: string
  #index = 0
  #bytes = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The length of the text when the offset lies behind its end. */
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

/** Half a surrogate pair is written as the replacement character, which takes three bytes as well. */
const utf8Length = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4)
