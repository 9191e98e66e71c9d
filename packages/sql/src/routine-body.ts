import type { SourceText } from './lexer.ts'

const LONGEST_KEYWORD = 'procedure'.length

/**
 * Tracks whether the words read so far end inside the BEGIN ATOMIC … END body of a routine, where semicolons separate the
 * body's statements. psql's rule: in CREATE [OR REPLACE] FUNCTION or PROCEDURE, BEGIN opens and END closes; in the body
 * CASE opens too, since it also ends with END.
 */
export class RoutineBody {
  #depth = 0
  #expects: 'create' | 'or' | 'replace' | 'routine' | 'body' | 'nothing' = 'create'

  get isOpen() {
    return this.#depth > 0
  }

  /** Reads one bare word outside parentheses. */
  word(script: SourceText, start: number, end: number) {
    if (this.#expects === 'nothing') return
    const word = end - start > LONGEST_KEYWORD ? '' : script.slice(start, end).toLowerCase()
    if (this.#expects === 'body') this.#depth = Math.max(0, this.#depth + this.#change(word))
    else this.#expects = this.#head(word)
  }

  #head(word: string) {
    if (this.#expects === 'create') return word === 'create' ? 'or' : 'nothing'
    if (this.#expects === 'or' && word === 'or') return 'replace'
    if (this.#expects === 'replace') return word === 'replace' ? 'routine' : 'nothing'
    return word === 'function' || word === 'procedure' ? 'body' : 'nothing'
  }

  #change(word: string) {
    if (word === 'begin') return 1
    if (word === 'case') return this.isOpen ? 1 : 0
    return word === 'end' ? -1 : 0
  }
}
