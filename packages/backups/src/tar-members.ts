const BLOCK_BYTES = 512

/** A member of a tar archive. */
export interface TarMember {
  path: string
  kind: 'file' | 'folder' | 'link'
  bytes: number
}

/** What a reader of tar passes on: the beginning of a member, or the next bytes of the last one. */
export type TarEvent = { member: TarMember } | { data: Buffer }

/**
 * Splits the bytes of a tar archive, which come in pieces of any size, into members. Pieces are passed on without copying.
 * It reads what PostgreSQL writes: names of at most 100 bytes and sizes as octal or base-256 numbers.
 */
export class TarReader {
  #header: Buffer = Buffer.alloc(0)
  #dataLeft = 0
  #paddingLeft = 0
  #hasEnded = false

  /** Whether the archive is complete: the last member is, and the blocks that end an archive came after it. */
  get isComplete() {
    return this.#hasEnded && this.#dataLeft === 0 && this.#paddingLeft === 0
  }

  *read(piece: Buffer): Generator<TarEvent> {
    let at = 0
    while (at < piece.length) {
      if (this.#dataLeft > 0) {
        const data = piece.subarray(at, at + this.#dataLeft)
        at += data.length
        this.#dataLeft -= data.length
        yield { data }
      } else if (this.#paddingLeft > 0) {
        const skipped = Math.min(this.#paddingLeft, piece.length - at)
        this.#paddingLeft -= skipped
        at += skipped
      } else {
        const part = piece.subarray(at, at + BLOCK_BYTES - this.#header.length)
        at += part.length
        this.#header = Buffer.concat([this.#header, part])
        if (this.#header.length < BLOCK_BYTES) return
        const member = memberOf(this.#header)
        this.#header = Buffer.alloc(0)
        if (!member) {
          this.#hasEnded = true
          continue
        }
        this.#dataLeft = member.bytes
        this.#paddingLeft = (BLOCK_BYTES - (member.bytes % BLOCK_BYTES)) % BLOCK_BYTES
        yield { member }
      }
    }
  }
}

/** Undefined for a block of zeros, of which two end an archive. */
function memberOf(header: Buffer): TarMember | undefined {
  const path = textAt(header, 0, 100)
  if (path === '') return undefined
  const kind = kinds[header[156]!]
  if (!kind) throw new Error(`The server sent ${path} as an unknown kind of file.`)
  return {
    path: path.replace(/^\.\//, '').replace(/\/$/, ''),
    kind,
    bytes: kind === 'file' ? sizeOf(header) : 0,
  }
}

const kinds: Record<number, TarMember['kind']> = {
  0: 'file',
  ['0'.charCodeAt(0)]: 'file',
  ['2'.charCodeAt(0)]: 'link',
  ['5'.charCodeAt(0)]: 'folder',
}

/** The first bit says that the other 95 are the number; otherwise it is octal text. */
function sizeOf(header: Buffer): number {
  if ((header[124]! & 0x80) !== 0) return header.readUIntBE(130, 6)
  return Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)
}

function textAt(header: Buffer, start: number, length: number): string {
  const end = header.indexOf(0, start)
  return header.toString('utf8', start, end < 0 || end > start + length ? start + length : end)
}
