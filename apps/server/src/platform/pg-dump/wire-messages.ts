/** The part of PostgreSQL's protocol that is needed between pg_dump and a logged-in connection. */

const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
const LENGTH_BYTES = 4

const QUERY = 'Q'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const READY_FOR_QUERY = 'Z'.charCodeAt(0)

interface Step {
  isStartup: boolean
  /** Whole messages to pass on. */
  bytes: Uint8Array
  /** How many ReadyForQuery messages the server will send. */
  answers: number
}

/** Splits what a client writes into messages. A write may end within one. */
export class FrontendMessages {
  #rest = new Uint8Array()
  #hasStarted = false

  take(written: Uint8Array): Step {
    const all = concat([this.#rest, written])
    if (!this.#hasStarted) return this.#startup(all)
    const view = viewOf(all)
    const passed: Uint8Array[] = []
    let answers = 0
    let at = 0
    while (at + 1 + LENGTH_BYTES <= all.length) {
      const end = at + 1 + view.getUint32(at + 1)
      if (end > all.length) break
      const type = all[at]
      if (type === QUERY || type === SYNC) answers++
      // The owner of the connection closes it.
      if (type !== TERMINATE) passed.push(all.slice(at, end))
      at = end
    }
    this.#rest = all.slice(at)
    return { isStartup: false, bytes: concat(passed), answers }
  }

  #startup(all: Uint8Array<ArrayBuffer>): Step {
    const view = viewOf(all)
    if (all.length < 2 * LENGTH_BYTES || all.length < view.getUint32(0)) {
      this.#rest = all
      return { isStartup: false, bytes: new Uint8Array(), answers: 0 }
    }
    const code = view.getUint32(LENGTH_BYTES)
    if (code === SSL_REQUEST || code === GSS_REQUEST) throw new Error('pg_dump requested encryption')
    this.#hasStarted = true
    this.#rest = all.slice(view.getUint32(0))
    return { isStartup: true, bytes: new Uint8Array(), answers: 0 }
  }
}

/** Counts a server's ReadyForQuery messages across the chunks of a stream. */
export class BackendMessages {
  #rest = new Uint8Array()
  #ready = 0

  add(chunk: Uint8Array): number {
    const all = concat([this.#rest, chunk])
    const view = viewOf(all)
    let at = 0
    while (at + 1 + LENGTH_BYTES <= all.length) {
      const end = at + 1 + view.getUint32(at + 1)
      if (end > all.length) break
      if (all[at] === READY_FOR_QUERY) this.#ready++
      at = end
    }
    this.#rest = all.slice(at)
    return this.#ready
  }
}

/** The messages of a server to a client that needs no password. */
export function answerToStartup(parameters: Readonly<Record<string, string>>): Uint8Array {
  return concat([
    message('R', uint32(0)),
    ...Object.entries(parameters).map(([name, value]) => message('S', Buffer.from(`${name}\0${value}\0`))),
    message('K', concat([uint32(1), uint32(1)])),
    message('Z', Buffer.from('I')),
  ])
}

const message = (type: string, body: Uint8Array) =>
  concat([Buffer.from(type), uint32(LENGTH_BYTES + body.length), body])

function uint32(value: number) {
  const bytes = new Uint8Array(LENGTH_BYTES)
  viewOf(bytes).setUint32(0, value)
  return bytes
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
