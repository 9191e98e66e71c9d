/** Reads a text of the URL from its start. Patterns must be sticky. */
export class TextScanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd() {
    return this.#at === this.#text.length
  }

  sees(pattern: RegExp) {
    pattern.lastIndex = this.#at
    return pattern.test(this.#text)
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  /** Passes over `text` when it is next. */
  skip(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at)
    if (isNext) this.#at += text.length
    return isNext
  }

  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** A quoted text, or else what `plain` matches. Undefined when a quoted text has no end. */
  name(plain: RegExp): string | undefined {
    if (!this.sees(/"/y)) return this.take(plain) ?? ''
    const quoted = this.take(/"(?:[^"]|"")*"/y)
    return quoted?.slice(1, -1).replaceAll('""', '"')
  }
}

/** `text`, between quotes when it contains what `special` matches. */
export const printName = (text: string, special = /[:"(),]/) =>
  special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
