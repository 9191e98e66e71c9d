import { PostgresError } from './postgres-error.ts'

export const PROTOCOL_3_0 = 3 * 0x10000
/** The newest supported minor version of protocol 3: it adds longer cancel keys and nothing else. */
export const NEWEST_MINOR = 2

const REQUEST = 1234 * 0x10000
export const REQUEST_CANCEL = REQUEST + 5678
export const REQUEST_SSL = REQUEST + 5679
const REQUEST_GSSENC = REQUEST + 5680

const EXTENSION_PREFIX = '_pq_.'

/** The first packet of a connection. Values are bytes in an encoding not known yet, so they are read as `latin1`. */
export type StartupPacket =
  | { kind: 'ssl' }
  | { kind: 'gssenc' }
  | { kind: 'cancel'; pid: number; secret: Buffer }
  | { kind: 'startup'; minor: number; parameters: Map<string, string>; unknownOptions: string[] }

/** Reads a packet without its length field. @throws PostgresError for any other kind of packet */
export function readStartupPacket(body: Buffer): StartupPacket {
  if (body.length < 4) throw invalid()
  const code = body.readInt32BE(0)
  if (code === REQUEST_SSL) return { kind: 'ssl' }
  if (code === REQUEST_GSSENC) return { kind: 'gssenc' }
  if (code === REQUEST_CANCEL) {
    if (body.length < 12) throw invalid()
    return { kind: 'cancel', pid: body.readInt32BE(4), secret: body.subarray(8) }
  }
  const major = code >> 16
  if (major !== 3)
    throw new PostgresError(
      '0A000',
      `unsupported frontend protocol ${major}.${code & 0xffff}: server supports 3.0 to 3.${NEWEST_MINOR}`,
    )
  const all = readPairs(body)
  const unknownOptions = [...all.keys()].filter((name) => name.startsWith(EXTENSION_PREFIX))
  for (const name of unknownOptions) all.delete(name)
  return { kind: 'startup', minor: code & 0xffff, parameters: all, unknownOptions }
}

function readPairs(body: Buffer) {
  const pairs = new Map<string, string>()
  let at = 4
  while (at < body.length - 1) {
    const nameEnd = body.indexOf(0, at)
    const valueEnd = nameEnd < 0 ? -1 : body.indexOf(0, nameEnd + 1)
    if (valueEnd < 0) throw invalid()
    pairs.set(body.toString('latin1', at, nameEnd), body.toString('latin1', nameEnd + 1, valueEnd))
    at = valueEnd + 1
  }
  if (at !== body.length - 1 || body[at] !== 0)
    throw new PostgresError('08P01', 'invalid startup packet layout: expected terminator as last byte')
  return pairs
}

const invalid = () => new PostgresError('08P01', 'invalid startup packet')
