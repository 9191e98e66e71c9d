import type { ServerResponse } from 'node:http'
import { PIECE_BYTES } from '../runs/flow.rules.ts'
import { ByteText } from './byte-text.ts'

/** Pieces that a stream may hold: the one that waits to be taken, and the one that is being put in. */
const HELD_BY_STREAM = 2
/** Pieces that are remembered while a response never comes to rest. */
const REMEMBERED = 8

/**
 * Memory for the pieces of one download, used again for later pieces once the response has sent them. They have to be
 * written to it in order, through a stream that holds one of them at most.
 */
export class SentPieces {
  readonly #response: Pick<ServerResponse, 'writableLength'>
  #lent: ByteText[] = []
  #spare: ByteText[] = []

  constructor(response: Pick<ServerResponse, 'writableLength'>) {
    this.#response = response
  }

  /** For the next piece. To be called when the one before was asked for. */
  next(): ByteText {
    if (this.#response.writableLength === 0)
      this.#spare.push(...this.#lent.splice(0, this.#lent.length - HELD_BY_STREAM))
    if (this.#lent.length > REMEMBERED) this.#lent.shift()
    const piece = this.#spare.pop() ?? new ByteText(PIECE_BYTES)
    piece.clear(PIECE_BYTES)
    this.#lent.push(piece)
    return piece
  }
}
