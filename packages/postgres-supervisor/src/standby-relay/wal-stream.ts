import { type Lsn, lsnText } from '@basalt/postgres-wire/lsn.ts'
import { FromClient } from '@basalt/postgres-wire/message-codes.ts'
import { HEADER_BYTES, message } from '@basalt/postgres-wire/write-message.ts'

/** What begins a stream of the log. */
export interface StartOfStream {
  slot: string
  timeline: number
  /** As text, such as `0/3000060`. */
  start: string
}

const START = /^START_REPLICATION SLOT "([a-z0-9_]+)" ([0-9A-F]+\/[0-9A-F]+) TIMELINE (\d+)\0$/

/** Reads the command with which a standby begins to stream; undefined for any other. `body` is that of a Query message. */
export function startOfStream(body: Buffer): StartOfStream | undefined {
  const [, slot, start, timeline] = START.exec(body.toString('latin1')) ?? []
  if (slot === undefined || start === undefined) return undefined
  return { slot, start, timeline: Number(timeline) }
}

/** The command that begins a stream again where the last one ended. */
export const beginAgain = ({ slot, timeline }: StartOfStream, at: Lsn): Buffer =>
  message(
    FromClient.query,
    Buffer.from(`START_REPLICATION SLOT "${slot}" ${lsnText(at)} TIMELINE ${timeline}\0`, 'latin1'),
  )

const kindAt = (letter: string) => letter.charCodeAt(0)
const WAL = kindAt('w')
const KEEPALIVE = kindAt('k')
const STATUS = kindAt('r')
const FEEDBACK = kindAt('h')

/** Of a message with a part of the log: its kind, where the part begins, the server's end, and the time. */
const WAL_HEADER_BYTES = 25

export type FromPrimary =
  | { kind: 'wal'; start: Lsn; end: Lsn; serverEnd: Lsn }
  | { kind: 'keepalive'; wantsAnswer: boolean }

/** Reads a CopyData message of a primary, with its header. Undefined for one that is not known. */
export function fromPrimary(copyData: Buffer): FromPrimary | undefined {
  const kind = copyData[HEADER_BYTES]
  const at = HEADER_BYTES + 1
  if (kind === WAL && copyData.length >= HEADER_BYTES + WAL_HEADER_BYTES) {
    const start = copyData.readBigUInt64BE(at)
    const length = copyData.length - HEADER_BYTES - WAL_HEADER_BYTES
    return { kind: 'wal', start, end: start + BigInt(length), serverEnd: copyData.readBigUInt64BE(at + 8) }
  }
  if (kind === KEEPALIVE && copyData.length > at + 16)
    return { kind: 'keepalive', wantsAnswer: copyData[at + 16] === 1 }
  return undefined
}

export type FromStandby = { kind: 'status'; flushed: Lsn } | { kind: 'feedback' }

/** Reads a CopyData message of a standby, with its header. Undefined for one that is not known. */
export function fromStandby(copyData: Buffer): FromStandby | undefined {
  const kind = copyData[HEADER_BYTES]
  if (kind === STATUS && copyData.length >= HEADER_BYTES + 34)
    return { kind: 'status', flushed: copyData.readBigUInt64BE(HEADER_BYTES + 9) }
  if (kind === FEEDBACK) return { kind: 'feedback' }
  return undefined
}

/** The same status, which asks the primary to answer at once. */
export function asking(status: Buffer): Buffer {
  const copy = Buffer.from(status)
  copy[HEADER_BYTES + 33] = 1
  return copy
}
