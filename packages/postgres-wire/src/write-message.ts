/** The type byte, and the length of what follows. */
export const HEADER_BYTES = 5

/** A message: its type, its length, then its parts. */
export function message(type: number, ...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header[0] = type
  header.writeUInt32BE(length, 1)
  return Buffer.concat([header, ...parts], length + 1)
}

/** A packet without a type byte: SSLRequest, CancelRequest or StartupMessage. */
export function packet(...parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  return Buffer.concat([int32(length), ...parts], length)
}

export function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

export function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeInt16BE(value)
  return bytes
}

/** A string as the protocol encodes it: its bytes and a zero. */
export const cstring = (text: string, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(`${text}\0`, encoding)
